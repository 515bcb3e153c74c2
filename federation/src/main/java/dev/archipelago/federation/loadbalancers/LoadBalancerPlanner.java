package dev.archipelago.federation.loadbalancers;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Decides which load balancers a StatefulSet has.
///
/// An existing Service with the name of a load balancer is overwritten, unless another set or a controller uses it.
public final class LoadBalancerPlanner {
    private final Observed seen;
    private final Plan.Builder plan = Plan.builder();
    private final LoadBalancerDraft draft;
    private boolean waits;

    /// The input.
    ///
    /// @param governing the set's headless service
    /// @param owned the services that belong to the set
    /// @param named finds a service of the set's namespace by its name
    /// @param set finds a set of the namespace by its name
    /// @param governed finds the sets of the namespace that a service governs, by its name
    record Observed(
            FederatedSet federated,
            Optional<Service> governing,
            List<Service> owned,
            Function<String, Optional<Service>> named,
            Function<String, Optional<StatefulSet>> set,
            Function<String, List<StatefulSet>> governed) {}

    /// The output.
    ///
    /// @param waits whether a replica has no load balancer until another object changes
    record Decision(Plan plan, boolean waits) {}

    private LoadBalancerPlanner(Observed seen) {
        this.seen = seen;
        this.draft = new LoadBalancerDraft(seen.federated().set(), seen.governing());
    }

    static Decision decide(Observed seen) {
        LoadBalancerPlanner planner = new LoadBalancerPlanner(seen);
        Plan plan = planner.plan();
        return new Decision(plan, planner.waits);
    }

    private Plan plan() {
        boolean needed = seen.federated().needsLoadBalancers();
        if (needed && seen.federated().binding().isEmpty()) {
            // The replicas are not placed yet.
            return Plan.NOTHING;
        }
        Set<String> names = new HashSet<>();
        for (FederatedSet.Replica replica : needed ? seen.federated().replicas() : List.<FederatedSet.Replica>of()) {
            names.add(replica.name());
            keep(replica);
        }
        long unreachable = needed ? seen.federated().unreachable() : 0;
        if (unreachable > 0) {
            warn(
                    "LoadBalancersExceedLimit",
                    unreachable + " replicas have no load balancer: only " + FederatedSet.LOAD_BALANCERS_MAX
                            + " replicas of a set can have one each");
        }
        for (Service service : seen.owned()) {
            if (!names.contains(service.name()) && isLoadBalancer(service) && !service.isDeleting()) {
                plan.delete(Service.KIND, service);
            }
        }
        return plan.build();
    }

    /// Whether the federation made it: a set may also own Services that users made.
    private boolean isLoadBalancer(Service service) {
        return set().name().equals(service.labels().get(LoadBalancerDraft.SET_LABEL));
    }

    private StatefulSet set() {
        return seen.federated().set();
    }

    private void keep(FederatedSet.Replica replica) {
        Service existing = seen.named().apply(replica.name()).orElse(null);
        if (draft.hasNoPorts()) {
            if (existing == null) {
                warn(
                        "LoadBalancerWithoutPorts",
                        "neither the service " + set().serviceName() + " nor any container has a port that "
                                + replica.name() + " could be reached at");
            }
        } else if (existing == null) {
            plan.create(Service.KIND, draft.create(replica));
        } else if (isOwn(existing)) {
            if (!existing.isDeleting() && !draft.holds(existing, replica)) {
                plan.update(Service.KIND, draft.repair(existing, replica));
            }
        } else if (existing.isDeleting()) {
            waits = true;
        } else {
            Optional<String> holder = holder(existing);
            if (holder.isPresent()) {
                waits = true;
                warn(
                        "LoadBalancerNameTaken",
                        "Service " + existing.name() + ' ' + holder.get() + " and is left alone; replica "
                                + replica.name() + " has no load balancer");
            } else {
                take(existing, replica);
            }
        }
    }

    private boolean isOwn(Service service) {
        return service.meta().owners().stream().anyMatch(owner -> owner.uid().equals(set().uid()));
    }

    /// Who else uses a Service. If it were taken from a set or a controller, they would take it back, and so
    /// on for ever.
    private Optional<String> holder(Service service) {
        for (StatefulSet governed : seen.governed().apply(service.name())) {
            return Optional.of("governs StatefulSet " + governed.name());
        }
        for (Owner owner : service.meta().owners()) {
            boolean lives = owner.isA(StatefulSet.KIND)
                    && seen.set()
                            .apply(owner.name())
                            .filter(found -> found.uid().equals(owner.uid()))
                            .isPresent();
            if (lives) {
                return Optional.of("belongs to StatefulSet " + owner.name());
            }
            if (owner.controller() && !owner.isA(StatefulSet.KIND)) {
                return Optional.of("is controlled by " + owner.kind() + ' ' + owner.name());
            }
        }
        String label = service.labels().getOrDefault(LoadBalancerDraft.SET_LABEL, set().name());
        return !label.equals(set().name()) && seen.set().apply(label).isPresent()
                ? Optional.of("belongs to StatefulSet " + label)
                : Optional.empty();
    }

    /// Turns a Service that nobody else uses into the load balancer of a replica.
    private void take(Service existing, FederatedSet.Replica replica) {
        for (Owner owner : existing.meta().owners()) {
            if (owner.isA(StatefulSet.KIND)) {
                plan.perform(new Action.Confirm(
                        StatefulSet.KIND, new Key(existing.namespace(), owner.name()), owner.uid(), Fact.GONE));
            }
        }
        boolean mayNotChange =
                existing.isHeadless() || !existing.loadBalancerClass().isEmpty();
        Action action = mayNotChange
                ? Plan.deletion(Service.KIND, existing)
                : new Action.Update(Service.KIND, draft.overwrite(existing, replica), "");
        plan.perform(action, new ActionEvents(Optional.of(taken(existing, replica)), reason -> Optional.empty()));
    }

    private EventNote taken(Service existing, FederatedSet.Replica replica) {
        boolean wasOurs =
                set().name().equals(existing.labels().get(LoadBalancerDraft.SET_LABEL)) && existing.isLoadBalancer();
        return wasOurs
                ? EventNote.normal(
                        StatefulSet.KIND,
                        set(),
                        "LoadBalancerAdopted",
                        "Service " + existing.name() + " is the load balancer of replica " + replica.name() + " again")
                : EventNote.warning(
                        StatefulSet.KIND,
                        set(),
                        "LoadBalancerOverwritten",
                        "Service " + existing.name()
                                + " existed and is overwritten: it is the load balancer of replica " + replica.name()
                                + " now");
    }

    private void warn(String reason, String message) {
        plan.say(EventNote.warning(StatefulSet.KIND, set(), reason, message));
    }
}
