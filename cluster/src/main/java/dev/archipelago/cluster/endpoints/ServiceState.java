package dev.archipelago.cluster.endpoints;

import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Service;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// The input of [SlicePlanner].
///
/// @param pods that the service selects, in the order of their names
/// @param slices of the service that this controller manages
/// @param isTaken whether any slice in the service's namespace has a name
/// @param nodes finds a node by its name
record ServiceState(
        Service service,
        List<Pod> pods,
        List<EndpointSlice> slices,
        Predicate<String> isTaken,
        Function<String, Optional<Node>> nodes) {}
