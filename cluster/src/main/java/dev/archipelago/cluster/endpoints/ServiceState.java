package dev.archipelago.cluster.endpoints;

import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Service;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// All that the planner looks at.
///
/// @param pods that the service selects, in the order of their names
/// @param slices with the label of the service that this controller looks after
/// @param isTaken whether there is a slice of a name in the service's namespace, whosever it is
/// @param nodes finds a node by its name
record ServiceState(
        Service service,
        List<Pod> pods,
        List<EndpointSlice> slices,
        Predicate<String> isTaken,
        Function<String, Optional<Node>> nodes) {}
