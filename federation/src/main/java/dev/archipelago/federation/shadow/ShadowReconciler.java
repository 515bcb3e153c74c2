package dev.archipelago.federation.shadow;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.rollout.RevisionHistory;
import dev.archipelago.federation.status.ProgressDelay;
import dev.archipelago.federation.workload.Template;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Keeps the ReplicaSets that show the revisions of federated Deployments. Its keys are those of Deployments.
public final class ShadowReconciler implements Reconciler {
    private final Cache<Cluster> clusters;
    private final Cache<Deployment> deployments;
    private final Cache<ReplicaSet> sets;
    private final Index<ReplicaSet> shadows;
    private final Bindings bindings;
    private final Members members;
    private final RevisionHistory history;
    private final ProgressDelay delay = new ProgressDelay();

    public ShadowReconciler(Caches caches, Bindings bindings, Members members, RevisionHistory history) {
        this.clusters = caches.of(Cluster.KIND);
        this.deployments = caches.of(Deployment.KIND);
        this.sets = caches.of(ReplicaSet.KIND);
        this.shadows =
                sets.index(set -> shadowed(set).map(Key::toString).map(List::of).orElse(List.of()));
        this.bindings = bindings;
        this.members = members;
        this.history = history;
    }

    /// The Deployment that a ReplicaSet shows.
    private static Optional<Key> shadowed(ReplicaSet set) {
        return Optional.ofNullable(set.meta().annotations().get(Names.SHADOW))
                .map(name -> new Key(set.namespace(), name));
    }

    @Override
    public String name() {
        return "shadow-replicaset-controller";
    }

    @Override
    public Duration gathering() {
        return Duration.ofMillis(100);
    }

    @Override
    public void connect(Consumer<Key> again) {
        deployments.listen((before, after) -> {
            Deployment known = after == null ? before : after;
            if (known != null) {
                again.accept(known.key());
            }
        });
        sets.listen((before, after) -> {
            // Who loses the annotation is no longer found by it.
            Optional.ofNullable(before).flatMap(ShadowReconciler::shadowed).ifPresent(again);
            Optional.ofNullable(after).flatMap(ShadowReconciler::shadowed).ifPresent(again);
        });
        history.listen((owner, namespace) -> {
            if (owner.isA(Deployment.KIND)) {
                again.accept(new Key(namespace, owner.name()));
            }
        });
        Consumer<Key> ofBinding = key -> bindings.find(key)
                .map(Binding::template)
                .filter(template -> key.equals(Binding.keyFor(Deployment.KIND, template)))
                .ifPresent(again);
        bindings.listen((before, after) -> {
            if (after != null) {
                ofBinding.accept(after.key());
            }
        });
        members.listen(ofBinding);
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Optional<Deployment> deployment = deployments.get(key);
        if (deployment.filter(Deployment::isDeleting).isPresent()) {
            return Plan.NOTHING;
        }
        Optional<Binding> binding = bindings.find(Binding.keyFor(Deployment.KIND, key));
        ShadowPlanner.Decision decision = ShadowPlanner.decide(new ShadowState(
                deployment,
                binding.map(Binding::rollout).orElse(RolloutRecord.NONE),
                deployment
                        .map(one -> history.of(new Template(Deployment.KIND, one)))
                        .orElse(List.of()),
                shadows.get(key.toString()),
                name -> sets.get(new Key(key.namespace(), name)),
                binding.map(this::counts).orElse(Map.of())));
        Plan.Builder plan = Plan.builder();
        decision.changes().forEach(plan::perform);
        decision.notes().forEach(plan::say);
        if (!decision.counts().isEmpty()) {
            boolean isUnderWay = binding.filter(ShadowReconciler::isUnderWay).isPresent();
            Instant due = isUnderWay ? delay.due(key, now) : now;
            if (now.isBefore(due)) {
                return plan.lookAgain(due).build();
            }
            decision.counts().forEach(plan::perform);
        }
        delay.done(key);
        return plan.build();
    }

    private static boolean isUnderWay(Binding binding) {
        RolloutRecord rollout = binding.rollout();
        return !rollout.stable().equals(rollout.newest());
    }

    /// The sums over all members that can be reached, by the hash of the pod template.
    private Map<String, ShadowState.Counts> counts(Binding binding) {
        Map<String, ShadowState.Counts> counts = new HashMap<>();
        for (Binding.Target target : binding.targets()) {
            clusters.get(Key.global(target.cluster()))
                    .filter(Cluster::isReady)
                    .flatMap(cluster -> members.find(cluster.name()))
                    .flatMap(member -> member.children(Deployment.KIND, binding.template()))
                    .orElse(List.of())
                    .forEach(child -> add(child, counts));
        }
        return counts;
    }

    private static void add(AnyObject child, Map<String, ShadowState.Counts> counts) {
        ReplicaSet set = ReplicaSet.KIND.read(child.stored());
        String hash = child.labels().getOrDefault(Names.POD_TEMPLATE_LABEL, "");
        counts.put(hash, counts.getOrDefault(hash, ShadowState.Counts.NONE).plus(set));
    }
}
