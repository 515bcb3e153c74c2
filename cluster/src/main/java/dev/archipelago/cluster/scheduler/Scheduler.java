package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/// The scheduler: finds a node for each pod without one.
///
/// Unlike most reconcilers it keeps decisions in memory: each plan depends on the plans before it, so that many
/// pods can be bound at once without using the same room twice. This state follows from existing objects and from
/// plans in progress.
public final class Scheduler implements Reconciler {
    static final String NAME = "default-scheduler";

    private final Cache<Pod> pods;
    private final Cache<Node> nodes;
    private final Cache<Claim> claims;
    private final Cache<Volume> volumes;
    private final Cache<StorageClass> classes;
    private final Index<Pod> pendingByClaim;
    private final SchedulingState state;
    private Consumer<Key> again = key -> {};

    public Scheduler(Caches caches) {
        pods = caches.of(Pod.KIND);
        nodes = caches.of(Node.KIND);
        claims = caches.of(Claim.KIND);
        volumes = caches.of(Volume.KIND);
        classes = caches.of(StorageClass.KIND);
        pendingByClaim = pods.index(Scheduler::claimsOfPending);
        state = new SchedulingState(pods::get, new VolumeNeeds.Storage(claims::get, volumes::get, classes::get));
    }

    private static List<String> claimsOfPending(Pod pod) {
        return !pod.nodeName().isEmpty() || pod.claims().isEmpty()
                ? List.of()
                : pod.claims().stream()
                        .map(claim -> pod.namespace() + '/' + claim.claim())
                        .toList();
    }

    @Override
    public String name() {
        return NAME;
    }

    /// The number of concurrent bindings.
    @Override
    public int parallel() {
        return 256;
    }

    @Override
    public void connect(Consumer<Key> look) {
        again = look;
        pods.listen((before, after) -> state.podChanged(before, after).forEach(look));
        nodes.listen((before, after) -> state.nodeChanged(before, after).forEach(look));
        claims.listen((before, after) -> {
            if (after != null) {
                pendingByClaim.get(after.namespace() + '/' + after.name()).forEach(pod -> look.accept(pod.key()));
            }
            state.storageChanged().forEach(look);
        });
        volumes.listen((before, after) -> state.storageChanged().forEach(look));
        classes.listen((before, after) -> state.storageChanged().forEach(look));
    }

    @Override
    public Plan plan(Key key, Instant now) {
        return state.plan(key, now, again);
    }
}
