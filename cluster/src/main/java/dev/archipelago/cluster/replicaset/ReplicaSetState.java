package dev.archipelago.cluster.replicaset;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The input of [ReplicaSetPlanner].
///
/// @param kind ReplicaSet or ReplicationController
/// @param pods that the set controls, or that have no controller
/// @param relatedPods the pods of this set and of other sets with the same owner
/// @param taken whether any pod has a name
record ReplicaSetState(
        Kind<ReplicaSet> kind,
        ReplicaSet set,
        List<Pod> pods,
        Supplier<List<Pod>> relatedPods,
        Predicate<Key> taken,
        Instant now) {}
