package dev.archipelago.cluster.scheduler;

import java.util.Set;

/// Where a pod is to go.
sealed interface SchedulingDecision {

    record Chosen(String node) implements SchedulingDecision {}

    /// No node will do.
    ///
    /// @param message why, in Kubernetes' words
    record Nowhere(String message, Set<WakeReason> hopes) implements SchedulingDecision {}
}
