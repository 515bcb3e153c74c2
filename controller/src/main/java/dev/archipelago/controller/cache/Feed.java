package dev.archipelago.controller.cache;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.api.ClusterApi.Subscription;
import dev.archipelago.controller.objects.ApiObject;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a cache up to date: lists, then watches, and lists again when changes were missed.
final class Feed<T extends ApiObject> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Feed.class);
    private static final Duration PAUSE_MIN = Duration.ofMillis(50);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(30);

    private final Cache<T> cache;
    private final ClusterApi api;
    private final Executor retries;

    // Guarded by this:
    private @Nullable Subscription subscription;
    private boolean closed;

    Feed(Cache<T> cache, ClusterApi api, Executor retries) {
        this.cache = cache;
        this.api = api;
        this.retries = retries;
    }

    /// Returns when the cache has been filled, or the feed closed.
    void start() {
        Duration pause = PAUSE_MIN;
        while (!isClosed()) {
            try {
                listAndWatch();
                return;
            } catch (RuntimeException e) {
                log.warn("{} cannot be watched, trying again: {}", cache.kind(), e.toString());
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause.multipliedBy(2);
        }
    }

    private void listAndWatch() {
        cache.replaceAll(api.list(cache.kind()));
        Subscription started = api.watch(cache.kind(), cache.revision(), new Following());
        synchronized (this) {
            subscription = started;
            if (!closed) {
                return;
            }
        }
        started.close();
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
            cache.put(object);
        }

        @Override
        public void removed(T object, long revision) {
            cache.remove(object.key(), revision);
        }

        @Override
        public void ended(ApiException reason) {
            if (!isClosed()) {
                log.debug("the watch of {} ended: {}", cache.kind(), reason.getMessage());
                retries.execute(Feed.this::start);
            }
        }
    }
}
