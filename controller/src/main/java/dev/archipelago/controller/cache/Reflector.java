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
///
/// The first [#start] runs on the caller's thread, later ones on the executor for retries; the watch calls back on
/// its own thread.
final class Reflector<T extends ApiObject> implements Caches.RunningReflector {
    private static final Logger log = LoggerFactory.getLogger(Reflector.class);
    private static final Duration PAUSE_MIN = Duration.ofMillis(50);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(30);
    private static final int DOUBLINGS_MAX = 10;

    private final Cache<T> cache;
    private final ClusterApi api;
    private final Executor retries;
    private final Object startLock = new Object();

    // Guarded by startLock:
    private boolean warned;

    // Whether the cache is complete, so that watching on from its resourceVersion is enough.
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

    /// Returns when the watch has started, or after [#close].
    void start() {
        // A watch may end while the call that started it is still running.
        synchronized (startLock) {
            while (!isClosed()) {
                try {
                    pause();
                    listAndWatch();
                    warned = false;
                    return;
                } catch (RuntimeException e) {
                    failed(e);
                    warn(e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    /// Logs a warning for the first failure in a row only: a cluster that is unreachable fails again and again,
    /// for each kind.
    private void warn(RuntimeException reason) {
        String what = reason instanceof ApiException known ? known.getMessage() : reason.toString();
        log.atLevel(warned ? Level.DEBUG : Level.WARN)
                .log("{} cannot be watched, trying again: {}", cache.kind(), what);
        warned = true;
    }

    private void pause() throws InterruptedException {
        // No pause after the first failure: a watch that worked may end at any time.
        int repeats = failures - 1;
        if (repeats > 0) {
            Duration pause = PAUSE_MIN.multipliedBy(1L << Math.min(repeats - 1, DOUBLINGS_MAX));
            Thread.sleep(pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX);
        }
    }

    private void listAndWatch() {
        if (!complete) {
            int number = cache.beginList();
            ClusterApi.Listing<T> listing = api.list(cache.kind(), cache.selection());
            if (isClosed()) {
                return;
            }
            cache.replaceAll(listing, number);
            complete = true;
        }
        Subscription started = api.watch(cache.kind(), cache.selection(), cache.resourceVersion(), new CacheUpdater());
        synchronized (this) {
            subscription = started;
            if (!closed) {
                return;
            }
        }
        started.close();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // A watch ends before the next start.
    private void failed(RuntimeException reason) {
        failures++;
        // After an unreachable server, the watch can continue; any other failure may mean that
        // changes were missed.
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

    private final class CacheUpdater implements ClusterApi.Watcher<T> {
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
