package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Makes scheduling decisions, one at a time. A decision counts from the moment it is made, until it is written
/// or has failed.
///
/// Its methods return the pods to be tried again, so that no callback runs under the lock.
final class SchedulingState {
    /// An unschedulable pod is tried again after this time even if nothing changes.
    private static final Duration LONGEST_SLEEP = Duration.ofMinutes(5);

    private final Function<Key, Optional<Pod>> pods;
    private final VolumeNeeds.Storage storage;

    // Guarded by this:
    private final ClusterState state = new ClusterState();
    private final SchedulingQueue waiting = new SchedulingQueue();
    private final Map<String, Decided> decided = new HashMap<>();
    private final Map<String, Reserved> reserved = new HashMap<>();

    /// A pod whose node is chosen and not yet written.
    ///
    /// @param waits whether its claims must be bound first
    private record Decided(String node, boolean waits) {}

    /// A preemptor and its nominated node.
    private record Reserved(Pod pod, String node) {}

    SchedulingState(Function<Key, Optional<Pod>> pods, VolumeNeeds.Storage storage) {
        this.pods = pods;
        this.storage = storage;
    }

    /// Updates the state with a change of a pod.
    synchronized List<Key> podChanged(@Nullable Pod before, @Nullable Pod after) {
        boolean gone = before != null && (after == null || !after.uid().equals(before.uid())) && remove(before);
        if (after == null) {
            return gone ? waiting.wake(WakeReason.POD_GONE) : List.of();
        }
        if (isOnNode(after)) {
            return placed(before, after);
        }
        if (isOurs(after)) {
            boolean changed =
                    before != null && (before.isGated() || !before.labels().equals(after.labels()));
            if (changed) {
                waiting.remove(after.key());
            }
            if (!waiting.has(after.key()) && !decided.containsKey(after.uid())) {
                waiting.add(after.key(), after.priority());
                return List.of(after.key());
            }
            return List.of();
        }
        gone |= remove(after);
        return gone ? waiting.wake(WakeReason.POD_GONE) : List.of();
    }

    private List<Key> placed(@Nullable Pod before, Pod after) {
        waiting.remove(after.key());
        decided.remove(after.uid());
        reserved.remove(after.uid());
        state.place(after, after.nodeName());
        boolean isNew = before == null || before.nodeName().isEmpty();
        return isNew ? waiting.wake(WakeReason.POD_PLACED) : List.of();
    }

    private boolean remove(Pod pod) {
        waiting.remove(pod.key());
        decided.remove(pod.uid());
        reserved.remove(pod.uid());
        return state.remove(pod.uid());
    }

    private static boolean isOnNode(Pod pod) {
        return !pod.nodeName().isEmpty() && !pod.isOver();
    }

    private static boolean isOurs(Pod pod) {
        return pod.nodeName().isEmpty()
                && !pod.isOver()
                && !pod.isDeleting()
                && !pod.isGated()
                && (pod.scheduler().isEmpty() || pod.scheduler().equals(Scheduler.NAME));
    }

    /// Updates the state with a change of a node.
    synchronized List<Key> nodeChanged(@Nullable Node before, @Nullable Node after) {
        if (after == null) {
            if (before != null) {
                state.removeNode(before.name());
            }
            return List.of();
        }
        state.node(after);
        boolean same = before != null
                && before.isUnschedulable() == after.isUnschedulable()
                && before.podsMax() == after.podsMax()
                && before.taints().equals(after.taints())
                && before.labels().equals(after.labels())
                && before.allocatable().equals(after.allocatable());
        return same ? List.of() : waiting.wake(WakeReason.NODE);
    }

    synchronized List<Key> storageChanged() {
        return waiting.wake(WakeReason.VOLUME);
    }

    /// Decides about a pod, or about one with higher priority; then this pod is tried again.
    ///
    /// @param again takes pods to be tried again
    synchronized Plan plan(Key key, Instant now, Consumer<Key> again) {
        Pod pod = pods.apply(key).filter(SchedulingState::isOurs).orElse(null);
        if (pod == null) {
            waiting.remove(key);
            return Plan.NOTHING;
        }
        Decided known = decided.get(pod.uid());
        if (known != null) {
            return known.waits ? whenBound(pod, known, now) : Plan.NOTHING;
        }
        waiting.add(key, pod.priority());
        Optional<Instant> pause = waiting.pause(key, now);
        if (pause.isPresent()) {
            return Plan.builder().lookAgain(pause.get()).build();
        }
        Key first = waiting.first(key);
        Pod more = first.equals(key)
                ? null
                : pods.apply(first).filter(SchedulingState::isOurs).orElse(null);
        if (more == null) {
            return decide(pod, Plan.builder(), now, ask -> {}).build();
        }
        return decide(more, Plan.builder().lookAgain(now), now, again).build();
    }

    private Plan.Builder decide(Pod pod, Plan.Builder plan, Instant now, Consumer<Key> again) {
        VolumeNeeds volumes = VolumeNeeds.of(pod, storage);
        Needs needs = Needs.of(pod);
        state.remove(pod.uid());
        reserved.remove(pod.uid());
        List<Reserved> lesser = reserved.values().stream()
                .filter(other -> other.pod.priority() < pod.priority())
                .toList();
        // Room reserved for pods of lower priority is free.
        lesser.forEach(other -> state.remove(other.pod.uid()));
        switch (Placement.choose(needs, volumes, state)) {
            case SchedulingDecision.Chosen(String node) -> {
                waiting.remove(pod.key());
                state.place(pod, node);
                boolean waits = !volumes.waiting().isEmpty();
                decided.put(pod.uid(), new Decided(node, waits));
                if (waits) {
                    volumes.waiting().forEach(claim -> promise(claim, node, plan));
                    plan.afterFailure(failure -> forget(pod, again));
                } else {
                    bind(plan, pod, node, again);
                }
            }
            case SchedulingDecision.Nowhere(String message, var wakeReasons) -> {
                waiting.sleep(pod.key(), wakeReasons, now);
                Optional<Preemption> preemption = Preemption.find(needs, volumes, state);
                preemption.ifPresent(found -> makeRoom(found, pod, plan));
                SchedulingEvents.unplaced(plan, pod, message, preemption.map(Preemption::node), now);
                plan.lookAgain(now.plus(LONGEST_SLEEP));
            }
        }
        lesser.forEach(other -> state.place(other.pod, other.node));
        return plan;
    }

    /// Reserves the room of the victims until they are gone: another pod might take it.
    private void makeRoom(Preemption preemption, Pod pod, Plan.Builder plan) {
        state.place(pod, preemption.node());
        reserved.put(pod.uid(), new Reserved(pod, preemption.node()));
        for (Pod victim : preemption.victims()) {
            plan.perform(Plan.deletion(Pod.KIND, victim), SchedulingEvents.preempted(victim, pod, preemption.node()));
        }
    }

    private static void promise(Claim claim, String node, Plan.Builder plan) {
        if (!VolumeNeeds.selectedNode(claim).filter(node::equals).isPresent()) {
            ObjectNode patch = Json.object();
            patch.putObject("metadata")
                    .put("uid", claim.uid())
                    .putObject("annotations")
                    .put(VolumeNeeds.SELECTED_NODE, node);
            plan.patch(Claim.KIND, claim.key(), new PatchBody.Merge(patch));
        }
    }

    /// Binds a pod whose node is chosen, as soon as its volumes are bound.
    private Plan whenBound(Pod pod, Decided known, Instant now) {
        VolumeNeeds volumes = VolumeNeeds.of(pod, storage);
        NodeState chosen = state.nodes().get(known.node);
        Node node = chosen == null ? null : chosen.node();
        boolean kept = volumes.waiting().stream()
                .allMatch(claim -> VolumeNeeds.selectedNode(claim)
                        .filter(known.node::equals)
                        .isPresent());
        if (node == null || volumes.obstacle().isPresent() || !volumes.allow(node) || !kept) {
            // The provisioner failed, or somebody selected another node.
            decided.remove(pod.uid());
            state.remove(pod.uid());
            waiting.add(pod.key(), pod.priority());
            return decide(pod, Plan.builder(), now, ask -> {}).build();
        }
        if (!volumes.waiting().isEmpty()) {
            return Plan.NOTHING;
        }
        decided.put(pod.uid(), new Decided(known.node, false));
        return bind(Plan.builder(), pod, known.node, ask -> {}).build();
    }

    private Plan.Builder bind(Plan.Builder plan, Pod pod, String node, Consumer<Key> again) {
        return plan.perform(
                        new Action.Bind(pod.key(), SchedulingEvents.binding(pod, node)),
                        SchedulingEvents.bound(pod, node))
                .afterFailure(failure -> forget(pod, again));
    }

    /// Reverts a decision whose plan has failed.
    ///
    /// @param again takes pods without a queued retry; others are retried anyway, with backoff
    private List<Step> forget(Pod pod, Consumer<Key> again) {
        synchronized (this) {
            if (decided.remove(pod.uid()) != null) {
                state.remove(pod.uid());
            }
        }
        again.accept(pod.key());
        return List.of();
    }
}
