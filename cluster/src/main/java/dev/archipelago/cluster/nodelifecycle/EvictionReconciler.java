package dev.archipelago.cluster.nodelifecycle;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller that evicts pods which do not tolerate the taints of their unhealthy node.
///
/// Deadlines follow from times in objects. How long a node has been missing is kept in memory in addition, which can
/// only extend the wait.
final class EvictionReconciler implements Reconciler {
    private final Cache<Node> nodes;
    private final Cache<Pod> pods;
    private final Index<Pod> podsByNode;
    private final Map<String, Instant> missing = new ConcurrentHashMap<>();

    EvictionReconciler(Caches caches) {
        nodes = caches.of(Node.KIND);
        pods = caches.of(Pod.KIND);
        podsByNode = pods.index(pod -> pod.nodeName().isEmpty() ? List.of() : List.of(pod.nodeName()));
    }

    @Override
    public String name() {
        return "taint-eviction-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        nodes.listen((before, after) -> nodeChanged(before, after, again));
        pods.listen((before, after) -> {
            if (after != null && !after.nodeName().isEmpty() && isOfConcern(after)) {
                again.accept(after.key());
            }
        });
    }

    private boolean isOfConcern(Pod pod) {
        Node node = nodes.get(Key.global(pod.nodeName())).orElse(null);
        return node == null || !node.isReady() || Eviction.evicts(node);
    }

    private void nodeChanged(@Nullable Node before, @Nullable Node after, Consumer<Key> again) {
        if (after != null) {
            missing.remove(after.name());
        }
        boolean same = before != null
                && after != null
                && before.taints().equals(after.taints())
                && before.readiness().equals(after.readiness());
        String name = after != null ? after.name() : before != null ? before.name() : "";
        boolean fine = before == null && after != null && after.isReady() && !Eviction.evicts(after);
        if (!same && !fine) {
            podsByNode.get(name).forEach(pod -> again.accept(pod.key()));
        }
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Pod pod = pods.get(key).filter(found -> !found.nodeName().isEmpty()).orElse(null);
        if (pod == null) {
            return Plan.NOTHING;
        }
        Node node = nodes.get(Key.global(pod.nodeName())).orElse(null);
        return node == null ? withoutNode(pod, now) : Eviction.plan(pod, node, now);
    }

    /// The node may be missing only in the cache, or come back: its pods are deleted after a grace period.
    private Plan withoutNode(Pod pod, Instant now) {
        Instant since = missing.computeIfAbsent(pod.nodeName(), name -> now);
        Instant limit = since.plus(HeartbeatMonitor.GRACE);
        return limit.isAfter(now) ? Plan.builder().lookAgain(limit).build() : Eviction.abandon(pod);
    }
}
