package dev.archipelago.federation.kinds;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A policy for many objects: where they go, or how they differ between clusters.
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

    private final String kind;
    private final JsonNode spec;

    private Policy(Stored stored, JsonNode tree) {
        super(stored, tree);
        kind = tree.path("kind").asString("");
        spec = tree.path("spec");
    }

    /// Read only.
    public JsonNode spec() {
        return spec;
    }

    /// Whether it applies to objects of all namespaces and those without one.
    public boolean isGlobal() {
        return namespace().isEmpty();
    }

    /// The error for an invalid policy.
    public ApiException invalid(List<FieldError> problems) {
        return ApiException.invalid("policy.karmada.io", kind, name(), problems);
    }

    public int priority() {
        return spec.path("priority").asInt(0);
    }
}
