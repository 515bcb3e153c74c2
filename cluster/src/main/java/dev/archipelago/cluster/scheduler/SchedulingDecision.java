package dev.archipelago.cluster.scheduler;

import java.util.Set;

/// The result of scheduling one pod.
sealed interface SchedulingDecision {

    record Chosen(String node) implements SchedulingDecision {}

    /// No node fits.
    ///
    /// @param message why, in the words of Kubernetes
    record Nowhere(String message, Set<WakeReason> wakeReasons) implements SchedulingDecision {}
}
