package dev.archipelago.cluster.node;

import dev.archipelago.controller.plan.Effect;

/// The effect that starts a container.
record StartContainer(NodeRuntime runtime, NodeRuntime.Attempt attempt) implements Effect {
    @Override
    public void perform() {
        runtime.start(attempt);
    }
}
