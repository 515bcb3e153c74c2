package dev.archipelago.federation.shadow;

import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.federation.kinds.RolloutRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The input of [ShadowPlanner].
///
/// @param deployment empty when it is gone
/// @param revisions its history
/// @param shadows the ReplicaSets that show it
/// @param named finds any ReplicaSet by its name
/// @param counts the sum of the members' ReplicaSets, by the hash of their pod template
record ShadowState(
        Optional<Deployment> deployment,
        RolloutRecord rollout,
        List<ControllerRevision> revisions,
        List<ReplicaSet> shadows,
        Function<String, Optional<ReplicaSet>> named,
        Map<String, Counts> counts) {

    /// The pods of one revision in all members.
    ///
    /// @param desired what the members' ReplicaSets ask for
    record Counts(int desired, int replicas, int labeled, int ready, int available) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0);

        Counts plus(ReplicaSet set) {
            return new Counts(
                    sum(desired, set.replicas()),
                    sum(replicas, set.counted("replicas")),
                    sum(labeled, set.counted("fullyLabeledReplicas")),
                    sum(ready, set.counted("readyReplicas")),
                    sum(available, set.counted("availableReplicas")));
        }

        /// Members may report anything.
        private static int sum(int one, int other) {
            return Math.clamp((long) one + Math.max(0, other), 0, Integer.MAX_VALUE);
        }
    }
}
