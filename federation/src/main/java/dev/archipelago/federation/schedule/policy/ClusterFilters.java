package dev.archipelago.federation.schedule.policy;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Toleration;
import dev.archipelago.federation.kinds.ClusterTraits;
import java.util.ArrayList;
import java.util.List;

/// Decides for each cluster whether an object may go there, with reasons for users if not.
final class ClusterFilters {
    private final Placement placement;
    private final AffinityGroup group;
    private final PlacementRequest subject;

    /// @param group the affinity group in use
    ClusterFilters(Placement placement, AffinityGroup group, PlacementRequest subject) {
        this.placement = placement;
        this.group = group;
        this.subject = subject;
    }

    /// The reasons against a cluster; empty when the object may go there.
    ///  Where the object is already it may stay, even if the cluster has since got a taint or lost the kind:
    /// eviction is not the scheduler's task.
    List<String> against(Candidate candidate) {
        List<String> reasons = new ArrayList<>();
        if (!candidate.barred().isEmpty()) {
            reasons.add(candidate.barred());
        }
        affinity(candidate.traits(), reasons);
        if (!candidate.hasIt()) {
            taints(candidate, reasons);
            if (!candidate.kinds().isEmpty() && !candidate.kinds().contains(subject.type())) {
                reasons.add("does not serve %s %s".formatted(subject.apiVersion(), subject.kind()));
            }
        }
        for (SpreadConstraint spread : placement.spread()) {
            if (spread.groups(candidate.traits()).isEmpty()) {
                reasons.add("has no " + spread.word());
            }
        }
        return List.copyOf(reasons);
    }

    private void affinity(ClusterTraits cluster, List<String> reasons) {
        if (group.tier(cluster, subject.workload()) >= 0) {
            return;
        }
        String overflow = group.overflow().isEmpty() || !subject.workload() ? "" : ", and no overflow affinity does";
        group.affinity().mismatch(cluster, group.title()).ifPresent(mismatch -> reasons.add(mismatch + overflow));
    }

    private void taints(Candidate candidate, List<String> reasons) {
        for (Node.Taint taint : candidate.taints()) {
            if (taint.repels() && !Toleration.tolerates(placement.tolerations(), taint)) {
                String value = taint.value().isEmpty() ? "" : "=" + taint.value();
                reasons.add("taint %s%s:%s is not tolerated".formatted(taint.key(), value, taint.effect()));
            }
        }
    }
}
