package dev.archipelago.cluster.statefulset;

import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The retention of claims: which owner references a claim has, so that the garbage collector deletes it with the set,
/// with its scaled-down pod, or never.
final class Retention {
    private final StatefulSet set;

    Retention(StatefulSet set) {
        this.set = set;
    }

    /// The owner that the claims of an ordinal should have.
    ///
    /// @param condemned the pod that is being scaled down, if it is
    Optional<Owner> wanted(@Nullable Pod condemned) {
        if (condemned != null && set.deletesClaimsOfScaledDown()) {
            return Optional.of(Owner.controlling(Pod.KIND, condemned));
        }
        return set.deletesClaimsWithSet() ? Optional.of(Owner.controlling(StatefulSet.KIND, set)) : Optional.empty();
    }

    /// Whether a claim must not be changed: it belongs to an earlier set or pod of the same name, or
    /// has another controller.
    ///
    /// @param pod the existing pod, if there is one
    boolean isForeign(Claim claim, String podName, @Nullable Pod pod) {
        for (Owner owner : claim.meta().owners()) {
            if (isSet(owner) && !owner.uid().equals(set.uid())) {
                return true;
            }
            if (isPod(owner, podName) && (pod == null || !owner.uid().equals(pod.uid()))) {
                return true;
            }
        }
        return false;
    }

    /// Whether a claim that the set should delete has another controller.
    boolean conflicts(Claim claim, String podName) {
        return (set.deletesClaimsWithSet() || set.deletesClaimsOfScaledDown())
                && claim.meta()
                        .controller()
                        .filter(owner -> !isSet(owner) && !isPod(owner, podName))
                        .isPresent();
    }

    /// Whether a claim is about to be collected with a former pod.
    boolean isStale(Claim claim, String podName) {
        return set.deletesClaimsOfScaledDown()
                && claim.meta().owners().stream().anyMatch(owner -> isPod(owner, podName));
    }

    /// The claim with the right owner; empty when it has that already.
    ///
    /// @param condemned the pod that is being scaled down, if it is
    Optional<ObjectNode> corrected(Claim claim, String podName, @Nullable Pod condemned) {
        Optional<Owner> wanted = conflicts(claim, podName) ? Optional.empty() : wanted(condemned);
        List<Owner> owners = new ArrayList<>(claim.meta().owners());
        owners.removeIf(owner -> isSet(owner) || isPod(owner, podName));
        wanted.ifPresent(owners::add);
        return with(owners, claim);
    }

    /// The claim without owners that it should no longer be deleted with; empty when it has none of them.
    ///
    /// Kubernetes leaves such owners on claims outside its update loop, and the data is lost with the set.
    ///
    /// @param pod the existing pod, if there is one
    /// @param needed whether the ordinal is wanted
    Optional<ObjectNode> released(Claim claim, @Nullable Pod pod, boolean needed) {
        List<Owner> owners = new ArrayList<>(claim.meta().owners());
        if (!set.deletesClaimsWithSet()) {
            owners.removeIf(owner -> owner.uid().equals(set.uid()));
        }
        if (pod != null && (!set.deletesClaimsOfScaledDown() || (needed && !pod.isDeleting()))) {
            owners.removeIf(owner -> owner.uid().equals(pod.uid()));
        }
        return with(owners, claim);
    }

    private static Optional<ObjectNode> with(List<Owner> owners, Claim claim) {
        if (owners.equals(claim.meta().owners())) {
            return Optional.empty();
        }
        ObjectNode tree = claim.tree();
        ObjectNode metadata = (ObjectNode) tree.get("metadata");
        if (owners.isEmpty()) {
            metadata.remove("ownerReferences");
        } else {
            ArrayNode references = metadata.putArray("ownerReferences");
            owners.forEach(owner -> references.add(owner.json()));
        }
        return Optional.of(tree);
    }

    private boolean isSet(Owner owner) {
        return owner.kind().equals("StatefulSet") && owner.name().equals(set.name());
    }

    private static boolean isPod(Owner owner, String podName) {
        return owner.kind().equals("Pod") && owner.name().equals(podName);
    }
}
