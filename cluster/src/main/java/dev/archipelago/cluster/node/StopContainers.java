package dev.archipelago.cluster.node;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.plan.Effect;
import java.time.Instant;

/// The effect that stops the containers of a pod.
record StopContainers(NodeRuntime runtime, Pod pod, Node node, Instant asked) implements Effect {
    @Override
    public void perform() {
        runtime.stop(pod, node, asked);
    }
}
