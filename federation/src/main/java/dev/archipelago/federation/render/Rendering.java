package dev.archipelago.federation.render;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.workload.Template;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// Renders the objects of clusters with the overrides there are, and remembers what it has rendered. All members'
/// controllers use the same one, from any thread.
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

    /// The object that a cluster is to have, remembered until it is released.
    ///
    /// @throws ApiException naming a policy that cannot be applied
    public Rendered object(Template template, Binding.Target target) {
        return cache.object(template, overriding.version(), target, () -> render(template, target));
    }

    /// The object that a cluster is to have for a moment.
    ///
    /// @throws ApiException naming a policy that cannot be applied
    public Rendered render(Template template, Binding.Target target) {
        String membership =
                clusters.get(Key.global(target.cluster())).map(Cluster::uid).orElse("");
        return renderer.render(template, target, membership, overriding.of(template, target.cluster()));
    }

    /// Forgets the object for a cluster, which has it.
    public void release(Template template, String cluster) {
        cache.release(template, cluster);
    }

    /// The revision of the pods that a cluster is to run. Empty for what runs none, and as long as a policy that cannot
    /// be applied is in the way.
    public String revision(Template template, Binding.Target target) {
        long version = overriding.version();
        UnaryOperator<ObjectNode> overrides = overriding.of(template, target.cluster());
        // Where nothing is overridden, all clusters run the same.
        String where = overrides.equals(Overriding.NOTHING) ? "" : target.cluster();
        return cache.revision(template, version, where, () -> {
            try {
                return renderer.render(template, target, overrides).revision();
            } catch (ApiException e) {
                return "";
            }
        });
    }

    /// Changes when what is rendered of the same template and the same target may be another object.
    public long version() {
        return overriding.version();
    }
}
