package dev.archipelago.cluster.nodelifecycle;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Lease;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller of the conditions and taints of nodes: a node that does not renew its Lease becomes Unknown.
///
/// Deadlines follow from times in objects. When this process began to watch is kept in memory in addition, which can
/// only extend the wait.
final class HeartbeatReconciler implements Reconciler {
    private final Cache<Node> nodes;
    private final Cache<Lease> leases;
    private final AtomicReference<@Nullable Instant> listening = new AtomicReference<>();

    HeartbeatReconciler(Caches caches) {
        nodes = caches.of(Node.KIND);
        leases = caches.of(Lease.KIND);
    }

    @Override
    public String name() {
        return "node-lifecycle-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        nodes.listen((before, after) -> {
            if (after != null) {
                again.accept(after.key());
            }
        });
        // A renewal changes nothing: it is read when the deadline comes.
        leases.listen((before, after) -> {
            if (before == null && after != null && after.namespace().equals(Lease.NODES)) {
                again.accept(Key.global(after.name()));
            }
        });
    }

    @Override
    public Plan plan(Key key, Instant now) {
        listening.compareAndSet(null, now);
        Node node = nodes.get(key).orElse(null);
        Instant since = listening.get();
        return node == null
                ? Plan.NOTHING
                : HeartbeatMonitor.plan(
                        node,
                        leases.get(new Key(Lease.NODES, key.name())).orElse(null),
                        since == null ? now : since,
                        now);
    }
}
