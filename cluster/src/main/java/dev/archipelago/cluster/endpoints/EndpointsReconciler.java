package dev.archipelago.cluster.endpoints;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Endpoints;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/// The controller of Endpoints, the old form of EndpointSlices.
final class EndpointsReconciler implements Reconciler {
    private static final Duration GATHERING = Duration.ofMillis(100);

    private final ServicePods servicePods;
    private final Cache<Endpoints> endpoints;

    EndpointsReconciler(Caches caches, ServicePods servicePods) {
        this.servicePods = servicePods;
        endpoints = caches.of(Endpoints.KIND);
    }

    @Override
    public String name() {
        return OldEndpoints.CONTROLLER;
    }

    /// Gathers changes, as each write has all pods of the service; clients in a hurry watch EndpointSlices.
    @Override
    public Duration gathering() {
        return GATHERING;
    }

    @Override
    public void connect(Consumer<Key> again) {
        servicePods.connect(again);
        endpoints.listen((before, after) -> {
            if (after != null) {
                again.accept(after.key());
            } else if (before != null) {
                again.accept(before.key());
            }
        });
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Service service = servicePods.service(key).orElse(null);
        if (service == null) {
            return remove(key);
        }
        return ServicePods.hasPods(service)
                ? OldEndpoints.plan(service, servicePods.of(service), endpoints.get(key))
                : Plan.NOTHING;
    }

    /// Deletes Endpoints with the service, as they have no owner reference.
    private Plan remove(Key key) {
        return endpoints
                .get(key)
                .filter(found -> OldEndpoints.CONTROLLER.equals(found.labels().get(OldEndpoints.MANAGED_BY)))
                .map(found -> Plan.builder().delete(Endpoints.KIND, found).build())
                .orElse(Plan.NOTHING);
    }
}
