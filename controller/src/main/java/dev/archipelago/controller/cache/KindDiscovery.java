package dev.archipelago.controller.cache;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Caches.KindListener;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Discovers the kinds that the API serves, and adds and removes their caches. It starts again whenever a
/// CustomResourceDefinition changes, on a thread of the given executor, one discovery at a time.
final class KindDiscovery {
    private static final Logger log = LoggerFactory.getLogger(KindDiscovery.class);
    private static final Kind<AnyObject> DEFINITION = AnyObject.kind(
            new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
            "customresourcedefinitions",
            false);

    /// Discovery is repeated after these pauses: a changed definition may take effect some time later.
    private static final List<Duration> PAUSES =
            List.of(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(5));

    private final Caches caches;
    private final List<KindListener> listeners = new ArrayList<>();
    private final Semaphore changes = new Semaphore(0);
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile boolean closed;

    // Guarded by this:
    private final Map<String, Entry> served = new LinkedHashMap<>();

    /// @param own whether the cache was added by this discovery, and is dropped with the kind
    private record Entry(Cache<?> cache, boolean own) {}

    KindDiscovery(Caches caches) {
        this.caches = caches;
    }

    void listen(KindListener listener) {
        listeners.add(listener);
    }

    /// Adds the caches of all kinds that are served now, if anybody listens.
    void discover(ClusterApi api) {
        if (!listeners.isEmpty()) {
            update(api, null);
        }
    }

    /// Adds the caches of all kinds that are served now, and updates them from now on. Does
    /// nothing without listeners.
    void start(ClusterApi api, Executor retries) {
        if (listeners.isEmpty()) {
            return;
        }
        Cache<?> definitions =
                caches.find(DEFINITION.type().group(), DEFINITION.type().kind()).orElseGet(() -> caches.of(DEFINITION));
        definitions.listen((before, after) -> definitionChanged(api, retries));
        while (!closed) {
            try {
                update(api, null);
                return;
            } catch (RuntimeException e) {
                log.warn("the kinds that are served cannot be told, trying again: {}", e.toString());
            }
            boolean _ = awaitChange(Duration.ofSeconds(1));
        }
    }

    private void definitionChanged(ClusterApi api, Executor retries) {
        changes.release();
        if (running.compareAndSet(false, true)) {
            retries.execute(() -> repeat(api, retries));
        }
    }

    private void repeat(ClusterApi api, Executor retries) {
        do {
            int round = 0;
            while (round < PAUSES.size() && !closed) {
                round = awaitChange(PAUSES.get(round)) ? 0 : round + 1;
                try {
                    update(api, retries);
                } catch (RuntimeException e) {
                    if (!closed) {
                        log.warn("the kinds that are served cannot be told: {}", e.toString());
                    }
                }
            }
            running.set(false);
        } while (changes.availablePermits() > 0 && !closed && running.compareAndSet(false, true));
    }

    private boolean awaitChange(Duration pause) {
        try {
            boolean changed = changes.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
            changes.drainPermits();
            return changed;
        } catch (InterruptedException e) {
            closed = true;
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// @param retries runs the reflectors of new caches; null when all reflectors are about to start
    private synchronized void update(ClusterApi api, @Nullable Executor retries) {
        Map<String, Kind<AnyObject>> now = new LinkedHashMap<>();
        api.kinds().forEach(kind -> now.put(id(kind), kind));
        now.remove("/Event");
        now.remove("events.k8s.io/Event");
        for (Map.Entry<String, Entry> known : List.copyOf(served.entrySet())) {
            if (!now.containsKey(known.getKey())) {
                served.remove(known.getKey());
                Cache<?> cache = known.getValue().cache;
                listeners.forEach(listener -> listener.vanished(cache));
                if (known.getValue().own) {
                    caches.drop(cache);
                }
            }
        }
        now.forEach((id, kind) -> {
            if (!served.containsKey(id)) {
                add(id, kind, api, retries);
            }
        });
    }

    private void add(String id, Kind<AnyObject> kind, ClusterApi api, @Nullable Executor retries) {
        Cache<?> existing = caches.find(kind.type().group(), kind.type().kind()).orElse(null);
        Cache<?> cache = existing == null ? caches.of(kind) : existing;
        served.put(id, new Entry(cache, existing == null));
        listeners.forEach(listener -> listener.appeared(cache));
        if (existing == null && retries != null) {
            caches.addReflector(cache, api, retries);
        }
    }

    private static String id(Kind<?> kind) {
        return kind.type().group() + '/' + kind.type().kind();
    }

    void close() {
        closed = true;
    }
}
