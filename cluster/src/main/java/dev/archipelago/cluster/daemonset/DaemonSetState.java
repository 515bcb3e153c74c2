package dev.archipelago.cluster.daemonset;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// The input of [DaemonSetPlanner].
///
/// @param pods that the set controls, or that have no controller
/// @param revisions that the set controls, or that have no controller
/// @param nodes all nodes, in the order of their names
/// @param named finds any revision by name
/// @param taken whether any pod has a name
record DaemonSetState(
        DaemonSet set,
        List<Pod> pods,
        List<ControllerRevision> revisions,
        Collection<Node> nodes,
        Function<Key, Optional<ControllerRevision>> named,
        Predicate<Key> taken,
        Instant now) {}
