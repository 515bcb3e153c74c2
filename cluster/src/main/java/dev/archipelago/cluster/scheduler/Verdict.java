package dev.archipelago.cluster.scheduler;

import java.util.Set;

/// Where a pod is to go.
sealed interface Verdict {

    record Chosen(String node) implements Verdict {}

    /// No node will do.
    ///
    /// @param message why, in Kubernetes' words
    record Nowhere(String message, Set<Hope> hopes) implements Verdict {}
}
