package dev.archipelago.cluster.statefulset;

import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.ownership.Ownership;
import dev.archipelago.controller.plan.Plan;
import java.util.Optional;

/// The pods and revisions that a set controls.
record Membership(Ownership<Pod> pods, Ownership<ControllerRevision> revisions) {

    static Membership of(StatefulSetState observed) {
        StatefulSet set = observed.set();
        // A controlled revision is never released.
        Ownership<ControllerRevision> revisions = Ownership.of(
                StatefulSet.KIND,
                set,
                ControllerRevision.KIND,
                observed.revisions(),
                revision -> revision.meta().isControlledBy(set.uid())
                        || set.selector().matches(revision.labels()));
        Ownership<Pod> pods = Ownership.of(
                StatefulSet.KIND,
                set,
                Pod.KIND,
                observed.pods(),
                pod -> set.selector().matches(pod.labels()) && PodIdentity.isMember(set, pod));
        return new Membership(pods, revisions);
    }

    /// The plan for adoption and release, if there is any.
    Optional<Plan> adoptionPlan(StatefulSet set) {
        return revisions.adoptionPlan(StatefulSet.KIND, set).or(() -> pods.adoptionPlan(StatefulSet.KIND, set));
    }
}
