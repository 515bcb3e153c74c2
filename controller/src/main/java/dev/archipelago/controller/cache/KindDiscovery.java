package dev.archipelago.controller.cache;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Caches.Newcomers;
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

/// Knows which kinds the API serves and sees to it that each has a cache. It asks anew whenever a definition of a
/// custom kind changes.
final class KindDiscovery {
    private static final Logger log = LoggerFactory.getLogger(KindDiscovery.class);
    private static final Kind<AnyObject> DEFINITION = AnyObject.kind(
            new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
            "customresourcedefinitions",
            false);

    /// A server may say that a kind is there, or gone, some time before it acts accordingly.
    private static final List<Duration> PAUSES =
            List.of(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(5));

    private final Caches caches;
    private final List<Newcomers> listeners = new ArrayList<>();
    private final Semaphore changes = new Semaphore(0);
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile boolean closed;

    // Guarded by this:
    private final Map<String, Entry> served = new LinkedHashMap<>();

    /// @param own whether the cache was made for the census alone
    private record Entry(Cache<?> cache, boolean own) {}

    KindDiscovery(Caches caches) {
        this.caches = caches;
    }

    void tell(Newcomers newcomers) {
        listeners.add(newcomers);
    }

    /// Makes the caches of all kinds that are served now, if anybody wants to know.
    void take(ClusterApi api) {
        if (!listeners.isEmpty()) {
            count(api, null);
        }
    }

    /// Keeps the caches of all kinds that are served from now on; does nothing when nobody wants to know.
    void begin(ClusterApi api, Executor retries) {
        if (listeners.isEmpty()) {
            return;
        }
        Cache<?> definitions =
                caches.find(DEFINITION.type().group(), DEFINITION.type().kind()).orElseGet(() -> caches.of(DEFINITION));
        definitions.listen((before, after) -> askAgain(api, retries));
        while (!closed) {
            try {
                count(api, null);
                return;
            } catch (RuntimeException e) {
                log.warn("the kinds that are served cannot be told, trying again: {}", e.toString());
            }
            boolean _ = awaitChange(Duration.ofSeconds(1));
        }
    }

    private void askAgain(ClusterApi api, Executor retries) {
        changes.release();
        if (asking.compareAndSet(false, true)) {
            retries.execute(() -> ask(api, retries));
        }
    }

    private void ask(ClusterApi api, Executor retries) {
        do {
            int round = 0;
            while (round < PAUSES.size() && !closed) {
                round = awaitChange(PAUSES.get(round)) ? 0 : round + 1;
                try {
                    count(api, retries);
                } catch (RuntimeException e) {
                    if (!closed) {
                        log.warn("the kinds that are served cannot be told: {}", e.toString());
                    }
                }
            }
            asking.set(false);
        } while (changes.availablePermits() > 0 && !closed && asking.compareAndSet(false, true));
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

    /// @param retries fills new caches; nothing when all are about to be filled
    private synchronized void count(ClusterApi api, @Nullable Executor retries) {
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
            caches.follow(cache, api, retries);
        }
    }

    private static String id(Kind<?> kind) {
        return kind.type().group() + '/' + kind.type().kind();
    }

    void close() {
        closed = true;
    }
}
