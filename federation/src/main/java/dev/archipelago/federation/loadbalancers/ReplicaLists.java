package dev.archipelago.federation.loadbalancers;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.workload.Workloads;
import java.time.Instant;
import java.util.function.Consumer;

/// Keeps the lists of replicas on headless services. Its keys are those of services, as several sets may share one:
/// each service has one writer, which merges the lists of its sets.
public final class ReplicaLists implements Reconciler {
    private final Cache<StatefulSet> sets;
    private final Cache<Service> services;
    private final FederatedSets federated;
    private final Bindings bindings;

    public ReplicaLists(Caches caches, Bindings bindings) {
        this.sets = caches.of(StatefulSet.KIND);
        this.services = caches.of(Service.KIND);
        this.federated = new FederatedSets(caches, bindings);
        this.bindings = bindings;
    }

    @Override
    public String name() {
        return "statefulset-replica-list-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        sets.listen((before, after) -> {
            if (before != null) {
                again.accept(FederatedSets.governing(before));
            }
            if (after != null) {
                again.accept(FederatedSets.governing(after));
            }
        });
        bindings.listen((before, after) -> {
            Binding known = after == null ? before : after;
            if (known != null && Workloads.of(known).hasIdentities()) {
                // An unknown set is handled when it arrives.
                federated.find(known.template()).map(FederatedSets::governing).ifPresent(again);
            }
        });
        services.listen((before, after) -> {
            if (after != null) {
                again.accept(after.key());
            }
        });
    }

    @Override
    public Plan plan(Key key, Instant now) {
        return services.get(key)
                .map(service -> ReplicaListPlanner.plan(
                        service,
                        federated.governedBy(key).stream().map(federated::with).toList()))
                .orElse(Plan.NOTHING);
    }
}
