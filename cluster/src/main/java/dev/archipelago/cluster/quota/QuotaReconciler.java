package dev.archipelago.cluster.quota;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.quota.Counted;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ResourceQuota;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller of ResourceQuotas. The API server counts new objects on admission; this controller counts existing
/// and deleted ones.
public final class QuotaReconciler implements Reconciler {
    private final Caches caches;
    private final Cache<ResourceQuota> quotas;
    private final Map<Counted, Cache<?>> counted = new ConcurrentHashMap<>();
    private final Measures measures = new Measures();

    public QuotaReconciler(Caches caches) {
        this.caches = caches;
        quotas = caches.of(ResourceQuota.KIND);
        // The typed cache shows when a pod is finished.
        caches.of(Pod.KIND);
    }

    @Override
    public String name() {
        return "resourcequota-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        quotas.listen((before, after) -> {
            if (after != null && isNews(before, after)) {
                again.accept(after.key());
            }
        });
        caches.listenToKinds(new Caches.KindListener() {
            @Override
            public void appeared(Cache<?> cache) {
                if (cache.kind().namespaced()) {
                    counted.put(id(cache.kind()), cache);
                    follow(cache, again);
                }
            }

            @Override
            public void vanished(Cache<?> cache) {
                counted.remove(id(cache.kind()));
            }
        });
    }

    private static boolean isNews(@Nullable ResourceQuota before, ResourceQuota after) {
        return before == null
                || !before.spec().equals(after.spec())
                || !after.spec().path("hard").equals(after.status().path("hard"));
    }

    private static Counted id(Kind<?> kind) {
        return new Counted(kind.type().group(), kind.resource());
    }

    private <T extends ApiObject> void follow(Cache<T> cache, Consumer<Key> again) {
        boolean shrinks = shrinks(cache.kind());
        cache.listen((before, after) -> {
            if (before == null) {
                return;
            }
            if (after == null) {
                measures.forget(before);
            }
            if (after == null || shrinks || isOver(before, after)) {
                quotas.in(before.namespace()).forEach(quota -> again.accept(quota.key()));
            }
        });
    }

    /// Whether objects of a kind may come to use less, and are few enough to be counted on each change.
    private static boolean shrinks(Kind<?> kind) {
        return kind.type().group().isEmpty()
                && (kind.name().equals("Service") || kind.name().equals("PersistentVolumeClaim"));
    }

    private static boolean isOver(ApiObject before, ApiObject after) {
        return before instanceof Pod earlier && after instanceof Pod later && !earlier.isOver() && later.isOver();
    }

    @Override
    public Plan plan(Key key, Instant now) {
        ResourceQuota quota = quotas.get(key).orElse(null);
        if (quota == null || quota.isDeleting()) {
            return Plan.NOTHING;
        }
        return new QuotaPlanner(resource -> objects(resource, key.namespace()), measures).plan(quota, now);
    }

    private Collection<? extends ApiObject> objects(Counted resource, String namespace) {
        Cache<?> cache = counted.get(resource);
        return cache == null ? List.of() : cache.in(namespace);
    }
}
