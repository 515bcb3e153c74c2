package dev.archipelago.cluster.deployment;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.ownership.Dependents;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller of Deployments.
public final class DeploymentReconciler implements Reconciler {
    private final Cache<Deployment> deployments;
    private final Cache<ReplicaSet> sets;
    private final Cache<Pod> pods;
    private final Dependents<Deployment, ReplicaSet> setsOf;
    private final Dependents<ReplicaSet, Pod> podsOf;

    public DeploymentReconciler(Caches caches) {
        deployments = caches.of(Deployment.KIND);
        sets = caches.of(ReplicaSet.KIND);
        pods = caches.of(Pod.KIND);
        setsOf = new Dependents<>(deployments, sets, Deployment::selector);
        podsOf = new Dependents<>(sets, pods, ReplicaSet::selector);
    }

    @Override
    public String name() {
        return "deployment-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        deployments.listen((before, after) -> {
            if (after != null) {
                again.accept(after.key());
            }
        });
        setsOf.connect(again);
        pods.listen((before, after) -> {
            if (before != null && (after == null || (after.isOver() && !before.isOver()))) {
                enqueueWaiting(before, again);
            }
        });
    }

    /// A deployment with strategy Recreate waits for the last old pod to end.
    private void enqueueWaiting(Pod pod, Consumer<Key> again) {
        ReplicaSet set = owner(pod.namespace(), pod.meta().controller().orElse(null), ReplicaSet.KIND.name())
                .flatMap(sets::get)
                .orElse(null);
        if (set != null) {
            owner(pod.namespace(), set.meta().controller().orElse(null), Deployment.KIND.name())
                    .flatMap(deployments::get)
                    .filter(Deployment::isRecreated)
                    .ifPresent(deployment -> again.accept(deployment.key()));
        }
    }

    private static Optional<Key> owner(String namespace, @Nullable Owner owner, String kind) {
        return owner != null && owner.kind().equals(kind)
                ? Optional.of(new Key(namespace, owner.name()))
                : Optional.empty();
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Deployment deployment = deployments.get(key).orElse(null);
        if (deployment == null) {
            return Plan.NOTHING;
        }
        return DeploymentPlanner.plan(new DeploymentState(
                deployment, setsOf.candidates(deployment), set -> sets.get(set).isPresent(), podsOf::of, now));
    }
}
