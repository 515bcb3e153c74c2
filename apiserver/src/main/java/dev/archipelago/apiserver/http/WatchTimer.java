package dev.archipelago.apiserver.http;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Ends watches in time and reminds idle ones where they are.
final class WatchTimer implements AutoCloseable {
    private static final long BOOKMARK_INTERVAL_SECONDS = 60;

    private final Set<WatchStream> bookmarked = ConcurrentHashMap.newKeySet();
    private final Map<WatchStream, Future<?>> open = new ConcurrentHashMap<>();
    // Discards what comes when it is closed: all watches end then anyway.
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("watch-timer").daemon().factory(), new ThreadPoolExecutor.DiscardPolicy());
    private volatile boolean closed;

    WatchTimer() {
        // Watches end long before their time, and must not be kept until then.
        timer.setRemoveOnCancelPolicy(true);
        var _ = timer.scheduleWithFixedDelay(
                () -> bookmarked.forEach(WatchStream::requestBookmark),
                BOOKMARK_INTERVAL_SECONDS,
                BOOKMARK_INTERVAL_SECONDS,
                TimeUnit.SECONDS);
    }

    void add(WatchStream stream, long timeoutSeconds, boolean bookmarks) {
        open.put(stream, timer.schedule(stream::end, timeoutSeconds, TimeUnit.SECONDS));
        if (bookmarks) {
            bookmarked.add(stream);
        }
        if (closed) {
            // Clients whose watch has just ended come back before the last connection is closed.
            stream.end();
        }
    }

    void remove(WatchStream stream) {
        Future<?> end = open.remove(stream);
        if (end != null) {
            end.cancel(false);
        }
        bookmarked.remove(stream);
    }

    /// How many ends are still to come, which is as many as there are open watches.
    int pendingCount() {
        return timer.getQueue().size() - 1;
    }

    int openCount() {
        return open.size();
    }

    /// Ends all watches in good order: clients come back to whoever serves next.
    @Override
    public void close() {
        closed = true;
        open.keySet().forEach(WatchStream::end);
        timer.shutdownNow();
    }
}
