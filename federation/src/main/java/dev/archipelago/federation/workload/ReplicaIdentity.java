package dev.archipelago.federation.workload;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import java.util.Collection;
import java.util.List;

/// The identity of replicas: numbered in each cluster or over all clusters. It is immutable, because the names of pods
/// and volumes follow from it.
public final class ReplicaIdentity {
    /// With longer names, the label `controller-revision-hash` of pods would be too long.
    public static final int SET_NAME_MAX = 52;

    /// The message when a set's identity is changed.
    public static final String FIXED =
            "the identity of a StatefulSet is fixed when it is created: its replicas would get other names and empty"
                    + " volumes; create another StatefulSet with the identity wanted and move the data, or delete this one"
                    + " and create it anew (the volumes stay, under the names of the old replicas)";

    private ReplicaIdentity() {}

    /// Whether the set has global ordinals, and so the same name in every cluster.
    public static boolean isGlobal(Template template) {
        return template.workload().hasIdentities()
                && template.annotation(Names.IDENTITY).equals("Global");
    }

    /// Whether replicas were placed with the set's current identity. If not, nothing of the set may be changed
    /// anywhere: admission refuses such a change, but the object may have been written past it.
    public static boolean isAsPlaced(Template template, Collection<Binding.Target> targets) {
        boolean global = isGlobal(template);
        return !template.workload().hasIdentities()
                || targets.stream().allMatch(target -> target.start().isPresent() == global);
    }

    /// The error for a set whose identity differs from that of its placed replicas.
    public static ApiException changed(Template template) {
        return ApiException.invalid(
                template.kind().type().group(),
                template.kind().name(),
                template.object().name(),
                List.of(FieldError.forbidden("metadata.annotations[" + Names.IDENTITY + "]", FIXED)));
    }
}
