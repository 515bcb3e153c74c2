package dev.archipelago.cluster.node;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/// The input of the plan for one pod.
///
/// @param missingClaim a claim of the pod that is not bound yet
/// @param portsTaken whether another pod uses a host port that this one requests
/// @param address allocates the address of the pod; empty when none is free
/// @param runtime performs the effects of the plan
/// @param containers what the runtime has observed of the pod
record PodState(
        Pod pod,
        Node node,
        Optional<String> missingClaim,
        boolean portsTaken,
        Supplier<String> address,
        NodeRuntime runtime,
        PodContainers containers,
        Instant now) {}
