package dev.archipelago.cluster.deployment;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// The input of [DeploymentPlanner].
///
/// @param sets that the deployment controls, or that have no controller
/// @param taken whether any set has a name
/// @param pods finds the pods of a set
record DeploymentState(
        Deployment deployment,
        List<ReplicaSet> sets,
        Predicate<Key> taken,
        Function<ReplicaSet, List<Pod>> pods,
        Instant now) {}
