package dev.archipelago.federation.schedule.policy;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Toleration;
import dev.archipelago.federation.kinds.ClusterTraits;
import java.util.ArrayList;
import java.util.List;

/// Says of clusters whether an object may go there, and if not, why, in words that people can act on.
final class ClusterFilters {
    private final Placement placement;
    private final AffinityGroup group;
    private final PlacementRequest subject;

    /// @param group of the placement, among which is chosen now
    ClusterFilters(Placement placement, AffinityGroup group, PlacementRequest subject) {
        this.placement = placement;
        this.group = group;
        this.subject = subject;
    }

    /// All that speaks against a cluster; empty when the object may go there.
    ///
    /// Where it is already it may stay, whatever taint the cluster got or kind it lost since: to drive it out is
    /// not for the scheduler to do.
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
            if (taint.keepsOut() && !Toleration.tolerates(placement.tolerations(), taint)) {
                String value = taint.value().isEmpty() ? "" : "=" + taint.value();
                reasons.add("taint %s%s:%s is not tolerated".formatted(taint.key(), value, taint.effect()));
            }
        }
    }
}
