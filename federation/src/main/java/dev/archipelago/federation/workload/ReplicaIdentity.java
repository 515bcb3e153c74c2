package dev.archipelago.federation.workload;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import java.util.Collection;
import java.util.List;

/// The identity of replicas: whether they are numbered in each cluster or over all of them. It is fixed when a set is
/// created, for the names of its pods and volumes follow from it.
public final class ReplicaIdentity {
    /// More, and the label `controller-revision-hash` of its pods would be too long.
    public static final int SET_NAME_MAX = 52;

    /// Why the identity of a set cannot be another, and what to do instead.
    public static final String FIXED =
            "the identity of a StatefulSet is fixed when it is created: its replicas would get other names and empty"
                    + " volumes; create another StatefulSet with the identity wanted and move the data, or delete this one"
                    + " and create it anew (the volumes stay, under the names of the old replicas)";

    private ReplicaIdentity() {}

    /// Whether the set has one run of ordinals over all clusters, and so the same name in each.
    public static boolean isGlobal(Template template) {
        return template.workload().hasIdentities()
                && template.annotation(Names.IDENTITY).equals("Global");
    }

    /// Whether replicas were placed with the identity that the set asks for now. If not, nothing of the set may be
    /// changed anywhere: admission refuses such a change, but the object may have been written past it.
    public static boolean isAsPlaced(Template template, Collection<Binding.Target> targets) {
        boolean global = isGlobal(template);
        return !template.workload().hasIdentities()
                || targets.stream().allMatch(target -> target.start().isPresent() == global);
    }

    /// The error for a set that asks for another identity than its replicas were placed with.
    public static ApiException changed(Template template) {
        return ApiException.invalid(
                template.kind().type().group(),
                template.kind().name(),
                template.object().name(),
                List.of(FieldError.forbidden("metadata.annotations[" + Names.IDENTITY + "]", FIXED)));
    }
}
