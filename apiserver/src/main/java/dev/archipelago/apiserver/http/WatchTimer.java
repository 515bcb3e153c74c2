package dev.archipelago.apiserver.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Ends watches in time and reminds idle ones where they are.
final class WatchTimer implements AutoCloseable {
    private static final long BOOKMARK_INTERVAL_SECONDS = 60;

    private final Set<WatchStream> bookmarked = ConcurrentHashMap.newKeySet();
    private final Set<WatchStream> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("watch-timer").daemon().factory());

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
        open.forEach(WatchStream::end);
        timer.shutdownNow();
    }
}
