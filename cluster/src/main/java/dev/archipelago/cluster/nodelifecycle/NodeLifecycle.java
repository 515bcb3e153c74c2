package dev.archipelago.cluster.nodelifecycle;

import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import java.util.List;

/// The controllers of node health and of evictions from unhealthy nodes.
public final class NodeLifecycle {
    private NodeLifecycle() {}

    public static List<Reconciler> reconcilers(Caches caches) {
        return List.of(new HeartbeatReconciler(caches), new EvictionReconciler(caches));
    }
}
