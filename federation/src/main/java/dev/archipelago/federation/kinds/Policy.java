package dev.archipelago.federation.kinds;

import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
import tools.jackson.databind.JsonNode;

/// What somebody wants of many objects: where they go, or how they differ from cluster to cluster.
public final class Policy extends ApiObject {
    private static final String GROUP = "policy.karmada.io/v1alpha1";

    public static final Kind<Policy> PROPAGATION =
            Kind.namespaced(GROUP, "PropagationPolicy", "propagationpolicies", Policy::new);

    public static final Kind<Policy> GLOBAL_PROPAGATION =
            Kind.global(GROUP, "ClusterPropagationPolicy", "clusterpropagationpolicies", Policy::new);

    public static final Kind<Policy> OVERRIDE =
            Kind.namespaced(GROUP, "OverridePolicy", "overridepolicies", Policy::new);

    public static final Kind<Policy> GLOBAL_OVERRIDE =
            Kind.global(GROUP, "ClusterOverridePolicy", "clusteroverridepolicies", Policy::new);

    private final JsonNode spec;

    private Policy(Stored stored, JsonNode tree) {
        super(stored, tree);
        spec = tree.path("spec");
    }

    /// Not to be changed.
    public JsonNode spec() {
        return spec;
    }

    public int priority() {
        return spec.path("priority").asInt(0);
    }
}
