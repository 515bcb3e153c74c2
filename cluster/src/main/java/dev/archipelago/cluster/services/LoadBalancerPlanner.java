package dev.archipelago.cluster.services;

import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// Decides the load balancer address of one service.
///
/// Allocations are recorded only in the services. If two get the same address at the same time, both see it: the older
/// keeps it, the younger takes another.
final class LoadBalancerPlanner {
    private final Service service;
    private final AddressPool pool;
    private final Function<String, List<Service>> holders;

    /// @param holders finds the services that have an address
    LoadBalancerPlanner(Service service, AddressPool pool, Function<String, List<Service>> holders) {
        this.service = service;
        this.pool = pool;
        this.holders = holders;
    }

    Plan plan() {
        if (!service.isLoadBalancer() || service.isDeleting()) {
            return service.ingress().isEmpty() ? Plan.NOTHING : write(List.of(), ActionEvents.NONE);
        }
        if (!service.loadBalancerClass().isEmpty()) {
            return Plan.NOTHING;
        }
        Optional<String> wanted = wanted();
        if (wanted.isEmpty()) {
            // Reported once, as nothing changes until another service does.
            return service.ingress().isEmpty() ? refusal() : write(List.of(), ActionEvents.NONE);
        }
        List<String> ingress = List.of(wanted.get());
        return service.ingress().equals(ingress) ? Plan.NOTHING : write(ingress, success());
    }

    private Optional<String> wanted() {
        String asked = service.loadBalancerIp();
        if (!asked.isEmpty()) {
            return pool.contains(asked) && isFree(asked) ? Optional.of(asked) : Optional.empty();
        }
        for (String known : service.ingress()) {
            if (pool.contains(known) && isFree(known)) {
                return Optional.of(known);
            }
        }
        // Each service starts at a position of its own, so that concurrent allocations rarely collide.
        int start = Math.floorMod(spread(service.uid().hashCode()), pool.size());
        for (int i = 0; i < pool.size(); i++) {
            String address = pool.address((start + i) % pool.size());
            if (isFree(address)) {
                return Optional.of(address);
            }
        }
        return Optional.empty();
    }

    private static int spread(int hash) {
        int mixed = hash * 0x9e3779b9;
        return mixed ^ (mixed >>> 15);
    }

    private boolean isFree(String address) {
        for (Service other : holders.apply(address)) {
            boolean mine = other.key().equals(service.key());
            boolean yields = service.ingress().contains(address) && isOlder(service, other);
            if (!mine && !yields) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOlder(Service one, Service other) {
        int byTime = one.meta().created().compareTo(other.meta().created());
        return byTime == 0 ? one.uid().compareTo(other.uid()) < 0 : byTime < 0;
    }

    private Plan write(List<String> ingress, ActionEvents events) {
        ObjectNode tree = service.tree();
        ObjectNode balancer = tree.withObjectProperty("status").putObject("loadBalancer");
        for (String address : ingress) {
            balancer.withArrayProperty("ingress").addObject().put("ip", address).put("ipMode", "VIP");
        }
        return Plan.builder()
                .perform(new Action.Update(Service.KIND, tree, "status"), events)
                .build();
    }

    private ActionEvents success() {
        return ActionEvents.of(
                EventNote.normal(Service.KIND, service, "EnsuredLoadBalancer", "Ensured load balancer"),
                reason -> EventNote.warning(
                        Service.KIND,
                        service,
                        "SyncLoadBalancerFailed",
                        "Error syncing load balancer: " + reason.getMessage()));
    }

    private Plan refusal() {
        String asked = service.loadBalancerIp();
        String why;
        if (asked.isEmpty()) {
            why = "all addresses of " + pool.block() + " are taken";
        } else if (pool.contains(asked)) {
            why = "address " + asked + " is taken";
        } else {
            why = "address " + asked + " is not in " + pool.block();
        }
        return Plan.builder()
                .say(EventNote.warning(
                        Service.KIND, service, "SyncLoadBalancerFailed", "Error syncing load balancer: " + why))
                .build();
    }
}
