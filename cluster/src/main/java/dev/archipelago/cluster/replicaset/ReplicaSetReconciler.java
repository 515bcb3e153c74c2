package dev.archipelago.cluster.replicaset;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.ownership.Dependents;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The controller of ReplicaSets, or of ReplicationControllers.
public final class ReplicaSetReconciler implements Reconciler {
    private final Kind<ReplicaSet> kind;
    private final String name;
    private final Cache<ReplicaSet> sets;
    private final Cache<Pod> pods;
    private final Index<ReplicaSet> setsByOwner;
    private final Dependents<ReplicaSet, Pod> dependents;

    private ReplicaSetReconciler(Caches caches, Kind<ReplicaSet> kind, String name) {
        this.kind = kind;
        this.name = name;
        sets = caches.of(kind);
        pods = caches.of(Pod.KIND);
        setsByOwner = sets.index(set ->
                set.meta().controller().map(owner -> List.of(owner.uid())).orElse(List.of()));
        dependents = new Dependents<>(sets, pods, ReplicaSet::selector);
    }

    public static ReplicaSetReconciler ofReplicaSets(Caches caches) {
        return new ReplicaSetReconciler(caches, ReplicaSet.KIND, "replicaset-controller");
    }

    public static ReplicaSetReconciler ofReplicationControllers(Caches caches) {
        return new ReplicaSetReconciler(caches, ReplicaSet.REPLICATION_CONTROLLER, "replication-controller");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void connect(Consumer<Key> again) {
        sets.listen((before, after) -> {
            if (after != null) {
                again.accept(after.key());
            }
        });
        dependents.connect(again);
    }

    @Override
    public Plan plan(Key key, Instant now) {
        ReplicaSet set = sets.get(key).orElse(null);
        if (set == null) {
            return Plan.NOTHING;
        }
        return ReplicaSetPlanner.plan(new ReplicaSetState(
                kind,
                set,
                dependents.candidates(set),
                () -> relatedPods(set),
                pod -> pods.get(pod).isPresent(),
                now));
    }

    private List<Pod> relatedPods(ReplicaSet set) {
        Owner owner = set.meta().controller().orElse(null);
        if (owner == null) {
            return dependents.of(set);
        }
        List<Pod> relatedPods = new ArrayList<>();
        setsByOwner.get(owner.uid()).forEach(relative -> relatedPods.addAll(dependents.of(relative)));
        return relatedPods;
    }
}
