package dev.archipelago.cluster.replicaset;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// All that the planner looks at.
///
/// @param kind what the set calls itself
/// @param pods that the set controls, or that nobody does
/// @param relatives the pods of this set and of those that have the same owner
/// @param taken whether there is a pod of a name, whosever it is
record ReplicaSetState(
        Kind<ReplicaSet> kind,
        ReplicaSet set,
        List<Pod> pods,
        Supplier<List<Pod>> relatives,
        Predicate<Key> taken,
        Instant now) {}
