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

/// Finds a node for each pod that has none.
///
/// Other than most reconcilers it remembers what it has decided: a plan depends on all plans before it, so that many
/// pods can be on their way to the API at once without being given the same room twice. All that it remembers follows
/// from the objects there are and from plans that are being carried out.
public final class Scheduler implements Reconciler {
    static final String NAME = "default-scheduler";

    private final Cache<Pod> pods;
    private final Cache<Node> nodes;
    private final Cache<Claim> claims;
    private final Cache<Volume> volumes;
    private final Cache<StorageClass> classes;
    private final Index<Pod> pendingByClaim;
    private final SchedulingState desk;
    private Consumer<Key> again = key -> {};

    public Scheduler(Caches caches) {
        pods = caches.of(Pod.KIND);
        nodes = caches.of(Node.KIND);
        claims = caches.of(Claim.KIND);
        volumes = caches.of(Volume.KIND);
        classes = caches.of(StorageClass.KIND);
        pendingByClaim = pods.index(Scheduler::claimsOfPending);
        desk = new SchedulingState(pods::get, new VolumeNeeds.Storage(claims::get, volumes::get, classes::get));
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

    /// So many bindings may be on their way.
    @Override
    public int parallel() {
        return 256;
    }

    @Override
    public void connect(Consumer<Key> look) {
        again = look;
        pods.listen((before, after) -> desk.podChanged(before, after).forEach(look));
        nodes.listen((before, after) -> desk.nodeChanged(before, after).forEach(look));
        claims.listen((before, after) -> {
            if (after != null) {
                pendingByClaim.get(after.namespace() + '/' + after.name()).forEach(pod -> look.accept(pod.key()));
            }
            desk.storageChanged().forEach(look);
        });
        volumes.listen((before, after) -> desk.storageChanged().forEach(look));
        classes.listen((before, after) -> desk.storageChanged().forEach(look));
    }

    @Override
    public Plan plan(Key key, Instant now) {
        return desk.plan(key, now, again);
    }
}
