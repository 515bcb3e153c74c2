package dev.archipelago.apiserver.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Ends watches in time and reminds idle ones where they are.
final class WatchTimer implements AutoCloseable {
    private static final long BOOKMARK_INTERVAL_SECONDS = 60;

    private final Set<WatchStream> bookmarked = ConcurrentHashMap.newKeySet();
    private final Set<WatchStream> open = ConcurrentHashMap.newKeySet();
    // Discards what comes when it is closed: all watches end then anyway.
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("watch-timer").daemon().factory(), new ThreadPoolExecutor.DiscardPolicy());
    private volatile boolean closed;

    WatchTimer() {
        var _ = timer.scheduleWithFixedDelay(
                () -> bookmarked.forEach(WatchStream::requestBookmark),
                BOOKMARK_INTERVAL_SECONDS,
                BOOKMARK_INTERVAL_SECONDS,
                TimeUnit.SECONDS);
    }

    void add(WatchStream stream, long timeoutSeconds, boolean bookmarks) {
        open.add(stream);
        if (bookmarks) {
            bookmarked.add(stream);
        }
        if (closed) {
            // Clients whose watch has just ended come back before the last connection is closed.
            stream.end();
            return;
        }
        var _ = timer.schedule(stream::end, timeoutSeconds, TimeUnit.SECONDS);
    }

    void remove(WatchStream stream) {
        open.remove(stream);
        bookmarked.remove(stream);
    }

    int openCount() {
        return open.size();
    }

    /// Ends all watches in good order: clients come back to whoever serves next.
    @Override
    public void close() {
        closed = true;
        open.forEach(WatchStream::end);
        timer.shutdownNow();
    }
}
