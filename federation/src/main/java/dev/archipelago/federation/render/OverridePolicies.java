package dev.archipelago.federation.render;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.ClusterTraits;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.render.overrides.Overridden;
import dev.archipelago.federation.render.overrides.Overrides;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Applies the override policies to rendered objects, and records in an annotation which were applied.
public final class OverridePolicies implements Overriding {
    private final Cache<Policy> inNamespaces;
    private final Cache<Policy> global;
    private final Cache<Cluster> clusters;
    private final Bindings bindings;
    private final Consumer<Key> changed;
    private final AtomicLong version = new AtomicLong();

    /// @param changed is called with the bindings whose objects may have changed
    public OverridePolicies(Caches caches, Bindings bindings, Consumer<Key> changed) {
        this.inNamespaces = caches.of(Policy.OVERRIDE);
        this.global = caches.of(Policy.GLOBAL_OVERRIDE);
        this.clusters = caches.of(Cluster.KIND);
        this.bindings = bindings;
        this.changed = changed;
        inNamespaces.listen((before, after) -> policyChanged(inNamespaces, before, after));
        global.listen((before, after) -> policyChanged(global, before, after));
        clusters.listen(this::clusterChanged);
    }

    private void policyChanged(Cache<Policy> cache, @Nullable Policy before, @Nullable Policy after) {
        version.incrementAndGet();
        Policy known = after == null ? before : after;
        boolean same = before != null && after != null && before.spec().equals(after.spec());
        // Nothing is rendered before the first sync, so no binding has to be called for.
        if (known == null || same || !cache.isFilled()) {
            return;
        }
        if (known.isGlobal()) {
            bindings.forEach(binding -> changed.accept(binding.key()));
        } else {
            bindings.in(known.namespace()).forEach(binding -> changed.accept(binding.key()));
        }
    }

    private void clusterChanged(@Nullable Cluster before, @Nullable Cluster after) {
        if (before == null || after == null) {
            version.incrementAndGet();
            return;
        }
        if (!isIdle() && !ClusterTraits.of(before).equals(ClusterTraits.of(after))) {
            version.incrementAndGet();
            bindings.forEach(binding -> changedIfPlaced(binding, after.name()));
        }
    }

    private void changedIfPlaced(Binding binding, String cluster) {
        if (binding.target(cluster).isPresent()) {
            changed.accept(binding.key());
        }
    }

    private boolean isIdle() {
        return global.isEmpty() && inNamespaces.isEmpty();
    }

    @Override
    public long version() {
        return version.get();
    }

    @Override
    public UnaryOperator<ObjectNode> of(Template template, String cluster) {
        if (isIdle()) {
            return NOTHING;
        }
        List<Policy> policies = new ArrayList<>(global.all());
        if (!template.object().namespace().isEmpty()) {
            policies.addAll(inNamespaces.in(template.object().namespace()));
        }
        Cluster known = clusters.get(Key.global(cluster)).orElse(null);
        if (policies.isEmpty() || known == null) {
            return NOTHING;
        }
        return object -> noted(Overrides.apply(template, object, policies, ClusterTraits.of(known)));
    }

    private static ObjectNode noted(Overridden overridden) {
        ObjectNode object = overridden.object();
        note(overridden, false, Names.APPLIED_OVERRIDES, object);
        note(overridden, true, Names.APPLIED_CLUSTER_OVERRIDES, object);
        return object;
    }

    private static void note(Overridden overridden, boolean clusterWide, String annotation, ObjectNode object) {
        ArrayNode list = Json.NODES.arrayNode();
        for (Overridden.Applied applied : overridden.applied()) {
            if (applied.clusterWide() == clusterWide) {
                list.addObject().put("policyName", applied.policy()).set("overriders", applied.overriders());
            }
        }
        if (!list.isEmpty()) {
            Json.child(Json.child(object, "metadata"), "annotations").put(annotation, list.toString());
        }
    }
}
