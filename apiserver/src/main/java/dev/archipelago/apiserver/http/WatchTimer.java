package dev.archipelago.apiserver.http;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends watches in time and reminds idle ones where they are.
final class WatchTimer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WatchTimer.class);
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
                this::requestBookmarks, BOOKMARK_INTERVAL_SECONDS, BOOKMARK_INTERVAL_SECONDS, TimeUnit.SECONDS);
    }

    private void requestBookmarks() {
        for (WatchStream stream : bookmarked) {
            try {
                stream.requestBookmark();
            } catch (RuntimeException | Error e) {
                log.warn("a watch could not be asked where it is", e);
            }
        }
    }

    void add(WatchStream stream, long timeoutSeconds, boolean bookmarks) {
        open.put(stream, timer.schedule(stream::end, timeoutSeconds, TimeUnit.SECONDS));
        if (bookmarks) {
            bookmarked.add(stream);
        }
        if (stream.isClosed()) {
            // Its client left before there was anything to remove.
            remove(stream);
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
