package dev.archipelago.cluster.scheduler;

/// What may let a pod find a node that found none.
enum WakeReason {
    /// A node comes, or changes.
    NODE,
    /// A pod goes away.
    POD_GONE,
    /// A pod is put somewhere.
    POD_PLACED,
    /// A claim or a volume comes, or changes.
    VOLUME
}
