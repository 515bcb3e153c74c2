package dev.archipelago.cluster.scheduler;

/// What may make an unschedulable pod schedulable.
enum WakeReason {
    /// A node was added or changed.
    NODE,
    /// A pod was removed.
    POD_GONE,
    /// A pod was placed.
    POD_PLACED,
    /// A claim or a volume was added or changed.
    VOLUME
}
