package dev.archipelago.federation.loadbalancers;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.workload.Workloads;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps a load balancer for each replica of the StatefulSets that ask for it. Its keys are those of StatefulSets.
public final class LoadBalancers implements Reconciler {
    private final Cache<StatefulSet> sets;
    private final Cache<Service> services;
    private final Index<Service> bySet;
    private final FederatedSets federated;
    private final Bindings bindings;
    // Sets with a replica whose load balancer's name is taken by another Service.
    private final Set<Key> waiting = ConcurrentHashMap.newKeySet();

    public LoadBalancers(Caches caches, Bindings bindings) {
        this.sets = caches.of(StatefulSet.KIND);
        this.services = caches.of(Service.KIND);
        this.bySet = services.index(
                service -> service.meta().owners().stream().map(Owner::uid).toList());
        this.federated = new FederatedSets(caches, bindings);
        this.bindings = bindings;
    }

    @Override
    public String name() {
        return "statefulset-loadbalancer-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        sets.listen((before, after) -> {
            StatefulSet known = after == null ? before : after;
            if (known != null) {
                again.accept(known.key());
                if (after == null || after.isDeleting()) {
                    enqueueWaiting(known.namespace(), again);
                }
            }
        });
        bindings.listen((before, after) -> {
            Binding known = after == null ? before : after;
            if (known != null && Workloads.of(known).hasIdentities()) {
                again.accept(known.template());
            }
        });
        services.listen((before, after) -> {
            Service known = after == null ? before : after;
            if (known != null) {
                federated.governedBy(known.key()).forEach(set -> again.accept(set.key()));
                known.meta().owners().forEach(owner -> again.accept(new Key(known.namespace(), owner.name())));
                if (isLetGo(before, after)) {
                    enqueueWaiting(known.namespace(), again);
                }
            }
        });
    }

    /// Whether a Service name that a set waits for may have become free.
    private static boolean isLetGo(@Nullable Service before, @Nullable Service after) {
        return before != null
                && (after == null
                        || !after.meta().owners().equals(before.meta().owners())
                        || !after.labels().equals(before.labels()));
    }

    private void enqueueWaiting(String namespace, Consumer<Key> again) {
        for (Key key : waiting) {
            if (key.namespace().equals(namespace)) {
                again.accept(key);
            }
        }
    }

    @Override
    public Plan plan(Key key, Instant now) {
        StatefulSet set = federated.find(key).orElse(null);
        if (set == null) {
            // Owned Services are garbage collected.
            waiting.remove(key);
            return Plan.NOTHING;
        }
        // Added before the caches are read, so that no change in between is missed.
        waiting.add(key);
        LoadBalancerPlanner.Decision decision = LoadBalancerPlanner.decide(new LoadBalancerPlanner.Observed(
                federated.with(set),
                services.get(FederatedSets.governing(set)),
                bySet.get(set.uid()),
                name -> services.get(new Key(set.namespace(), name)),
                name -> federated.find(new Key(set.namespace(), name)),
                name -> federated.governedBy(new Key(set.namespace(), name))));
        if (!decision.waits()) {
            waiting.remove(key);
        }
        return decision.plan();
    }
}
