package dev.archipelago.federation.render;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.workload.Template;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// Renders objects with the current overrides and caches the results. The reconcilers of all members share one,
/// from any thread.
public final class Rendering {
    private final Renderer renderer;
    private final Overriding overriding;
    private final Cache<Cluster> clusters;
    private final RenderCache cache = new RenderCache();

    public Rendering(Renderer renderer, Overriding overriding, Cache<Cluster> clusters) {
        this.renderer = renderer;
        this.overriding = overriding;
        this.clusters = clusters;
    }

    /// The name of the federation that renders.
    public String federation() {
        return renderer.federation();
    }

    /// The object for a cluster, cached until it is released.
    ///
    /// @throws ApiException naming a policy that cannot be applied
    public Rendered object(Template template, Binding.Target target) {
        return cache.object(template, overriding.version(), target, () -> render(template, target, Pods.NEWEST));
    }

    /// The object for a cluster, not cached.
    ///
    /// @throws ApiException naming a policy that cannot be applied
    public Rendered render(Template template, Binding.Target target, Pods pods) {
        String membership =
                clusters.get(Key.global(target.cluster())).map(Cluster::uid).orElse("");
        return renderer.render(template, target, membership, overriding.of(template, target.cluster()), pods);
    }

    /// The same; empty when it cannot be rendered now. The sync reports why.
    public Optional<Rendered> attempt(Template template, Binding.Target target, Pods pods) {
        try {
            return Optional.of(render(template, target, pods));
        } catch (ApiException e) {
            return Optional.empty();
        }
    }

    /// The same, but with a pod template that is not overridden.
    public Rendered renderPlainPods(Template template, Binding.Target target, Pods pods) {
        ObjectNode plain =
                renderer.render(template, target, "", Overriding.NOTHING, pods).object();
        return render(
                template, target, Pods.rendered((ObjectNode) plain.path("spec").path("template")));
    }

    /// Whether overrides may change the object for a cluster.
    public boolean isOverridden(Template template, String cluster) {
        return !overriding.of(template, cluster).equals(Overriding.NOTHING);
    }

    /// Drops the cached object for a cluster that has it now.
    public void release(Template template, String cluster) {
        cache.release(template, cluster);
    }

    /// The revision of the pods for a cluster. Empty for kinds without pods, and while a policy cannot be applied.
    public String revision(Template template, Binding.Target target) {
        long version = overriding.version();
        UnaryOperator<ObjectNode> overrides = overriding.of(template, target.cluster());
        // Without overrides, all clusters have the same revision.
        String where = overrides.equals(Overriding.NOTHING) ? "" : target.cluster();
        return cache.revision(template, version, where, () -> {
            try {
                return renderer.render(template, target, overrides).revision();
            } catch (ApiException e) {
                return "";
            }
        });
    }

    /// Changes when the same template and target may render differently.
    public long version() {
        return overriding.version();
    }
}
