package dev.archipelago.cluster.endpoints;

import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import java.util.List;

/// The controllers of EndpointSlices and Endpoints.
public final class EndpointControllers {
    private EndpointControllers() {}

    public static List<Reconciler> of(Caches caches) {
        ServicePods servicePods = new ServicePods(caches);
        return List.of(new EndpointSliceReconciler(caches, servicePods), new EndpointsReconciler(caches, servicePods));
    }
}
