package dev.archipelago.cluster.node;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/// All that is looked at to decide about one pod.
///
/// @param missingClaim a claim of the pod that is not bound yet
/// @param portsTaken whether another pod has a port of the node that this one wants
/// @param address the pod's own; empty when none is free
/// @param runtime whom the plan's effects are for
/// @param containers what the runtime has of the pod
record PodState(
        Pod pod,
        Node node,
        Optional<String> missingClaim,
        boolean portsTaken,
        Supplier<String> address,
        NodeRuntime runtime,
        PodContainers containers,
        Instant now) {}
