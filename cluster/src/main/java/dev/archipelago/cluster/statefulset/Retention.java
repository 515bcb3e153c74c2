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

/// Who a claim goes with: nobody, the set, or the pod that is scaled away. Said only by owner references; what they
/// mean is the garbage collector's business.
final class Retention {
    private final StatefulSet set;

    Retention(StatefulSet set) {
        this.set = set;
    }

    /// The owner that the claims of a member should have.
    ///
    /// @param condemned the member's pod, when the member is being scaled away
    Optional<Owner> wanted(@Nullable Pod condemned) {
        if (condemned != null && set.deletesClaimsOfScaledDown()) {
            return Optional.of(Owner.controlling(Pod.KIND, condemned));
        }
        return set.deletesClaimsWithSet() ? Optional.of(Owner.controlling(StatefulSet.KIND, set)) : Optional.empty();
    }

    /// Whether a claim must be left as it is: it is tied to something of the same name that is gone, or somebody else
    /// looks after it.
    ///
    /// @param pod the member's pod, if there is one
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

    /// Whether somebody else looks after a claim that the set may have to delete.
    boolean conflicts(Claim claim, String podName) {
        return (set.deletesClaimsWithSet() || set.deletesClaimsOfScaledDown())
                && claim.meta()
                        .controller()
                        .filter(owner -> !isSet(owner) && !isPod(owner, podName))
                        .isPresent();
    }

    /// Whether a claim waits for a former pod of the member to be collected with it.
    boolean isStale(Claim claim, String podName) {
        return set.deletesClaimsOfScaledDown()
                && claim.meta().owners().stream().anyMatch(owner -> isPod(owner, podName));
    }

    /// The claim with the right owner, or nothing when it has that already.
    ///
    /// @param condemned the member's pod, when the member is being scaled away
    Optional<ObjectNode> corrected(Claim claim, String podName, @Nullable Pod condemned) {
        Optional<Owner> wanted = conflicts(claim, podName) ? Optional.empty() : wanted(condemned);
        List<Owner> owners = new ArrayList<>(claim.meta().owners());
        owners.removeIf(owner -> isSet(owner) || isPod(owner, podName));
        wanted.ifPresent(owners::add);
        return with(owners, claim);
    }

    /// The claim without the owners that it should not go with any more, or nothing when it has none of them.
    ///
    /// Kubernetes leaves them to claims that it does not look at, and the data is lost with the set.
    ///
    /// @param pod the member's pod, if there is one
    /// @param needed whether there should be such a member
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
