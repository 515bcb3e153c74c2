package dev.archipelago.cluster.services;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller that allocates addresses to services of type LoadBalancer.
public final class LoadBalancerReconciler implements Reconciler {
    private final Cache<Service> services;
    private final Index<Service> byAddress;
    private final Index<Service> waiting;
    private final AddressPool pool;

    public LoadBalancerReconciler(Caches caches, AddressPool pool) {
        services = caches.of(Service.KIND);
        byAddress = services.index(Service::ingress);
        waiting = services.index(
                service -> service.isLoadBalancer() && service.ingress().isEmpty() ? List.of("") : List.of());
        this.pool = pool;
    }

    @Override
    public String name() {
        return "service-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        services.listen((before, after) -> {
            if (after != null && concerns(before, after)) {
                again.accept(after.key());
                // Another service may have got the same address.
                after.ingress().forEach(address -> byAddress.get(address).forEach(other -> again.accept(other.key())));
            }
            if (before != null && (after == null || !before.ingress().equals(after.ingress()))) {
                if (!before.ingress().isEmpty()) {
                    waiting.get("").forEach(other -> again.accept(other.key()));
                }
            }
        });
    }

    private static boolean concerns(@Nullable Service before, Service after) {
        boolean balanced = after.isLoadBalancer() || !after.ingress().isEmpty();
        return balanced
                && (before == null
                        || before.isLoadBalancer() != after.isLoadBalancer()
                        || before.isDeleting() != after.isDeleting()
                        || !before.ingress().equals(after.ingress())
                        || !before.loadBalancerIp().equals(after.loadBalancerIp()));
    }

    @Override
    public Plan plan(Key key, Instant now) {
        return services.get(key)
                .map(service -> new LoadBalancerPlanner(service, pool, byAddress::get).plan())
                .orElse(Plan.NOTHING);
    }
}
