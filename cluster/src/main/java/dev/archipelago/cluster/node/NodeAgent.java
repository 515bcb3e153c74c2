package dev.archipelago.cluster.node;

import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import java.util.List;

/// The agent of all nodes of a process, as the kubelet is that of one: it registers them, keeps them alive and runs the
/// pods that are bound to them.
public final class NodeAgent {
    private NodeAgent() {}

    /// Makes the reconcilers of the nodes of a fleet and of their pods.
    ///
    /// @param fleet the nodes
    /// @param runtime what runs their containers
    public static List<Reconciler> reconcilers(Caches caches, Fleet fleet, NodeRuntime runtime) {
        Registration registration = new Registration(fleet, runtime.version());
        return List.of(
                new NodeReconciler(caches, fleet, registration, runtime),
                new PodReconciler(caches, registration, runtime));
    }
}
