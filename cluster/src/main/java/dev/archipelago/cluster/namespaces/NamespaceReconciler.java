package dev.archipelago.cluster.namespaces;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/// The controller of namespaces that are being deleted.
public final class NamespaceReconciler implements Reconciler {
    private static final Duration FILLING_PAUSE = Duration.ofSeconds(1);

    private final Caches caches;
    private final Cache<Namespace> namespaces;
    private final Map<String, Cache<?>> contents = new ConcurrentSkipListMap<>();
    private final Set<String> going = ConcurrentHashMap.newKeySet();

    public NamespaceReconciler(Caches caches) {
        this.caches = caches;
        namespaces = caches.of(Namespace.KIND);
    }

    @Override
    public String name() {
        return "namespace-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        namespaces.listen((before, after) -> {
            if (after != null && after.isDeleting()) {
                going.add(after.name());
                again.accept(after.key());
            } else if (before != null) {
                going.remove(before.name());
            }
        });
        caches.listenToKinds(new Caches.KindListener() {
            @Override
            public void appeared(Cache<?> cache) {
                if (cache.kind().namespaced()) {
                    contents.put(id(cache), cache);
                    follow(cache, again);
                }
            }

            @Override
            public void vanished(Cache<?> cache) {
                contents.remove(id(cache));
                going.forEach(name -> again.accept(Key.global(name)));
            }
        });
    }

    private static String id(Cache<?> cache) {
        return cache.kind().type().group() + '/' + cache.kind().type().kind();
    }

    private void follow(Cache<?> cache, Consumer<Key> again) {
        cache.listen((before, after) -> {
            String namespace = after != null ? after.namespace() : before != null ? before.namespace() : "";
            if (going.contains(namespace)) {
                again.accept(Key.global(namespace));
            }
        });
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Namespace namespace = namespaces.get(key).orElse(null);
        if (namespace == null || !namespace.isDeleting()) {
            return Plan.NOTHING;
        }
        for (Cache<?> cache : contents.values()) {
            if (!cache.isFilled()) {
                return Plan.builder().lookAgain(now.plus(FILLING_PAUSE)).build();
            }
        }
        return NamespacePlanner.plan(namespace, Contents.of(key.name(), contents.values()), now);
    }
}
