package dev.archipelago.controller.cache;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.ClusterApi.Subscription;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Keeps a cache up to date: lists, then watches, and lists again when changes were missed.
final class Reflector<T extends ApiObject> implements Caches.Feed {
    private static final Logger log = LoggerFactory.getLogger(Reflector.class);
    private static final Duration PAUSE_MIN = Duration.ofMillis(50);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(30);
    private static final int DOUBLINGS_MAX = 10;

    private final Cache<T> cache;
    private final ClusterApi api;
    private final Executor retries;
    private final Object turn = new Object();

    // Guarded by turn:
    private boolean told;

    // Whether to watch on from the cache's resourceVersion is enough.
    private volatile boolean complete;
    private volatile int failures;

    // Guarded by this:
    private @Nullable Subscription subscription;
    private boolean closed;

    Reflector(Cache<T> cache, ClusterApi api, Executor retries) {
        this.cache = cache;
        this.api = api;
        this.retries = retries;
    }

    /// Returns when the cache has been filled, or the feed closed.
    void start() {
        // A watch may end before the one who started it is through.
        synchronized (turn) {
            while (!isClosed()) {
                try {
                    pause();
                    listAndWatch();
                    told = false;
                    return;
                } catch (RuntimeException e) {
                    failed(e);
                    tell(e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    /// Once for as long as it lasts: a cluster that is away fails again and again, for each kind.
    private void tell(RuntimeException reason) {
        String what = reason instanceof ApiException known ? known.getMessage() : reason.toString();
        log.atLevel(told ? Level.DEBUG : Level.WARN).log("{} cannot be watched, trying again: {}", cache.kind(), what);
        told = true;
    }

    private void pause() throws InterruptedException {
        // The end of a watch that worked is no reason to wait.
        int repeats = failures - 1;
        if (repeats > 0) {
            Duration pause = PAUSE_MIN.multipliedBy(1L << Math.min(repeats - 1, DOUBLINGS_MAX));
            Thread.sleep(pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX);
        }
    }

    private void listAndWatch() {
        if (!complete) {
            cache.replaceAll(api.list(cache.kind(), cache.selection()));
            complete = true;
        }
        Subscription started = api.watch(cache.kind(), cache.selection(), cache.resourceVersion(), new Following());
        synchronized (this) {
            subscription = started;
            if (!closed) {
                return;
            }
        }
        started.close();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // One at a time: a watch ends before the next start.
    private void failed(RuntimeException reason) {
        failures++;
        // Who could not be reached will go on where it was; anything else may mean that it cannot.
        complete &= reason instanceof ApiException e && e.reason() == Reason.SERVICE_UNAVAILABLE;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        Subscription running;
        synchronized (this) {
            closed = true;
            running = subscription;
        }
        if (running != null) {
            running.close();
        }
    }

    private final class Following implements ClusterApi.Watcher<T> {
        @Override
        public void changed(T object) {
            failures = 0;
            cache.put(object);
        }

        @Override
        public void removed(T object, long resourceVersion) {
            failures = 0;
            cache.remove(object.key(), resourceVersion);
        }

        @Override
        public void progressed(long resourceVersion) {
            failures = 0;
            cache.progressed(resourceVersion);
        }

        @Override
        public void ended(ApiException reason) {
            if (!isClosed()) {
                log.debug("the watch of {} ended: {}", cache.kind(), reason.getMessage());
                failed(reason);
                retries.execute(Reflector.this::start);
            }
        }
    }
}
