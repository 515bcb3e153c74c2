package dev.archipelago.cluster.nodelifecycle;

import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import java.util.List;

/// The controllers that watch over nodes, and over pods whose node is not well.
public final class NodeLifecycle {
    private NodeLifecycle() {}

    public static List<Reconciler> reconcilers(Caches caches) {
        return List.of(new HeartbeatReconciler(caches), new EvictionReconciler(caches));
    }
}
