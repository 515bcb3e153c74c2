package dev.archipelago.cluster.daemonset;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.ownership.Dependents;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller of DaemonSets.
public final class DaemonSetReconciler implements Reconciler {
    private final Cache<DaemonSet> sets;
    private final Cache<Pod> pods;
    private final Cache<ControllerRevision> revisions;
    private final Cache<Node> nodes;
    private final Dependents<DaemonSet, Pod> podsOf;
    private final Dependents<DaemonSet, ControllerRevision> revisionsOf;

    public DaemonSetReconciler(Caches caches) {
        sets = caches.of(DaemonSet.KIND);
        pods = caches.of(Pod.KIND);
        revisions = caches.of(ControllerRevision.KIND);
        nodes = caches.of(Node.KIND);
        podsOf = new Dependents<>(sets, pods, DaemonSet::selector);
        revisionsOf = new Dependents<>(sets, revisions, DaemonSet::selector);
    }

    @Override
    public String name() {
        return "daemonset-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        sets.listen((before, after) -> {
            if (after != null) {
                again.accept(after.key());
            }
        });
        podsOf.connect(again);
        revisionsOf.connect(again);
        nodes.listen((before, after) -> {
            if (isOtherwiseFit(before, after)) {
                sets.all().forEach(set -> again.accept(set.key()));
            }
        });
    }

    /// Whether a change of a node affects its eligibility. Nodes change with every heartbeat, but seldom in that.
    private static boolean isOtherwiseFit(@Nullable Node before, @Nullable Node after) {
        return before == null
                || after == null
                || !before.labels().equals(after.labels())
                || !before.taints().equals(after.taints());
    }

    @Override
    public Plan plan(Key key, Instant now) {
        DaemonSet set = sets.get(key).orElse(null);
        if (set == null) {
            return Plan.NOTHING;
        }
        return DaemonSetPlanner.plan(new DaemonSetState(
                set,
                podsOf.candidates(set),
                revisionsOf.candidates(set),
                nodes.all(),
                revisions::get,
                pod -> pods.get(pod).isPresent(),
                now));
    }
}
