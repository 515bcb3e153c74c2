package dev.archipelago.cluster.statefulset;

import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.ownership.Custody;
import dev.archipelago.controller.plan.Plan;
import java.util.Optional;

/// Which pods and revisions are a set's own.
record Membership(Custody<Pod> pods, Custody<ControllerRevision> revisions) {

    static Membership of(Observed observed) {
        StatefulSet set = observed.set();
        // A revision that the set has is never let go.
        Custody<ControllerRevision> revisions = Custody.of(
                StatefulSet.KIND,
                set,
                ControllerRevision.KIND,
                observed.revisions(),
                revision -> revision.meta().isControlledBy(set.uid())
                        || set.selector().matches(revision.labels()));
        Custody<Pod> pods = Custody.of(
                StatefulSet.KIND,
                set,
                Pod.KIND,
                observed.pods(),
                pod -> set.selector().matches(pod.labels()) && Identity.isMember(set, pod));
        return new Membership(pods, revisions);
    }

    /// What makes it so, if anything has to be written.
    Optional<Plan> settling(StatefulSet set) {
        return revisions.settling(StatefulSet.KIND, set).or(() -> pods.settling(StatefulSet.KIND, set));
    }
}
