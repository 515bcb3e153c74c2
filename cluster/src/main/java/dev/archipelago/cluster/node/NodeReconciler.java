package dev.archipelago.cluster.node;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Lease;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Reconciler of the Node objects of a fleet: creates each once, and renews its Lease while the node is up.
final class NodeReconciler implements Reconciler {
    private final Fleet fleet;
    private final Registration registration;
    private final NodeRuntime runtime;
    private final Cache<Node> nodes;
    private final Cache<Lease> leases;

    /// Nodes that were seen. One that is deleted later is not created again before the next start.
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    NodeReconciler(Caches caches, Fleet fleet, Registration registration, NodeRuntime runtime) {
        this.fleet = fleet;
        this.registration = registration;
        this.runtime = runtime;
        nodes = caches.of(Node.KIND);
        leases = caches.of(Lease.KIND);
    }

    @Override
    public String name() {
        return "kubelet-node";
    }

    @Override
    public void connect(Consumer<Key> again) {
        fleet.machines().forEach(machine -> again.accept(Key.global(machine.name())));
        nodes.listen((before, after) -> {
            if (after != null && registration.isOurs(after.name())) {
                known.add(after.name());
                again.accept(after.key());
            }
        });
        leases.listen((before, after) -> {
            if (before != null
                    && after == null
                    && before.namespace().equals(Lease.NODES)
                    && registration.isOurs(before.name())) {
                again.accept(Key.global(before.name()));
            }
        });
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Node node = nodes.get(key).orElse(null);
        if (node != null) {
            Lease lease = leases.get(new Key(Lease.NODES, node.name())).orElse(null);
            return runtime.isUp(node) ? registration.heartbeat(node, lease, now) : Plan.NOTHING;
        }
        return known.contains(key.name())
                ? Plan.NOTHING
                : Plan.builder()
                        .create(Node.KIND, registration.node(key.name(), nodes.all()))
                        .build();
    }
}
