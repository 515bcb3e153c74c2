package dev.archipelago.cluster.node;

import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import java.util.List;

/// The node agent of all nodes of a process, like one kubelet for each. It registers the nodes, renews their Leases,
/// and runs the pods bound to them.
public final class NodeAgent {
    private NodeAgent() {}

    /// Creates the reconcilers of the nodes of a fleet and of their pods.
    ///
    /// @param fleet the nodes
    /// @param runtime runs their containers
    public static List<Reconciler> reconcilers(Caches caches, Fleet fleet, NodeRuntime runtime) {
        Registration registration = new Registration(fleet, runtime.version());
        return List.of(
                new NodeReconciler(caches, fleet, registration, runtime),
                new PodReconciler(caches, registration, runtime));
    }
}
