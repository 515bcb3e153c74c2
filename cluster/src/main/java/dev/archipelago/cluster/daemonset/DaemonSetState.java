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

/// All that the planner looks at.
///
/// @param pods that the set controls, or that nobody does
/// @param revisions that the set controls, or that nobody does
/// @param nodes all there are, in the order of their names
/// @param named finds whatever revision has a name, whosever it is
/// @param taken whether there is a pod of a name, whosever it is
record DaemonSetState(
        DaemonSet set,
        List<Pod> pods,
        List<ControllerRevision> revisions,
        Collection<Node> nodes,
        Function<Key, Optional<ControllerRevision>> named,
        Predicate<Key> taken,
        Instant now) {}
