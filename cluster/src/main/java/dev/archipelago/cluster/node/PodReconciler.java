package dev.archipelago.cluster.node;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reconciler of the pods that are bound to the nodes of a fleet. It is called only for pods that change.
final class PodReconciler implements Reconciler {
    private final NodeRuntime runtime;
    private final Registration registration;
    private final PodAddresses addresses = new PodAddresses();
    private final Cache<Node> nodes;
    private final Cache<Pod> pods;
    private final Cache<Claim> claims;
    private final Index<Pod> podsByNode;
    private final Index<Pod> podsByPort;
    private final Index<Pod> podsByClaim;

    PodReconciler(Caches caches, Registration registration, NodeRuntime runtime) {
        this.registration = registration;
        this.runtime = runtime;
        nodes = caches.of(Node.KIND);
        pods = caches.of(Pod.KIND);
        claims = caches.of(Claim.KIND);
        podsByNode = pods.index(pod -> isOurs(pod) ? List.of(pod.nodeName()) : List.of());
        podsByPort = pods.index(pod -> isOurs(pod) ? ports(pod) : List.of());
        podsByClaim = pods.index(pod -> isOurs(pod) && !pod.isOver() ? claimsOf(pod) : List.of());
    }

    private boolean isOurs(Pod pod) {
        return !pod.nodeName().isEmpty() && registration.isOurs(pod.nodeName());
    }

    private static List<String> ports(Pod pod) {
        return pod.hostPorts().stream().map(port -> pod.nodeName() + ' ' + port).toList();
    }

    private static List<String> claimsOf(Pod pod) {
        return pod.claims().stream()
                .map(claim -> pod.namespace() + '/' + claim.claim())
                .toList();
    }

    @Override
    public String name() {
        return "kubelet";
    }

    @Override
    public int parallel() {
        return 128;
    }

    @Override
    public void connect(Consumer<Key> again) {
        nodes.listen((before, after) -> nodeChanged(before, after, again));
        claims.listen((before, after) -> {
            if (after != null && after.isBound() && (before == null || !before.isBound())) {
                podsByClaim.get(after.namespace() + '/' + after.name()).forEach(pod -> again.accept(pod.key()));
            }
        });
        pods.listen((before, after) -> podChanged(before, after, again));
        runtime.connect(again);
    }

    private void nodeChanged(@Nullable Node before, @Nullable Node after, Consumer<Key> again) {
        if (after == null || !registration.isOurs(after.name())) {
            return;
        }
        // Pods depend on no other part of a node.
        boolean same = before != null
                && before.readiness().equals(after.readiness())
                && before.meta().annotations().equals(after.meta().annotations())
                && before.addresses().equals(after.addresses());
        if (!same) {
            podsByNode.get(after.name()).forEach(pod -> again.accept(pod.key()));
        }
    }

    private void podChanged(@Nullable Pod before, @Nullable Pod after, Consumer<Key> again) {
        if (after != null && isOurs(after)) {
            addresses.changed(before, after);
            if (!isOwnDoing(before, after)) {
                again.accept(after.key());
            }
        } else if (before != null && isOurs(before)) {
            addresses.changed(before, null);
        }
    }

    /// Whether this agent made the pod ready. That plan knew the same state and set its own next time.
    private static boolean isOwnDoing(@Nullable Pod before, Pod after) {
        return before != null
                && before.uid().equals(after.uid())
                && !before.isReady()
                && after.isReady()
                && !after.isDeleting();
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Pod pod = pods.get(key).filter(this::isOurs).orElse(null);
        Node node = pod == null ? null : nodes.get(Key.global(pod.nodeName())).orElse(null);
        if (pod == null
                || node == null
                || !runtime.isUp(node)
                || node.readiness().equals("Unknown")) {
            // A node that was Unknown first reports that it is ready, and then the status of its pods.
            return Plan.NOTHING;
        }
        return PodPlanner.plan(new PodState(
                pod,
                node,
                missingClaim(pod),
                arePortsTaken(pod),
                () -> address(pod, node),
                runtime,
                runtime.observe(pod, node),
                now));
    }

    private Optional<String> missingClaim(Pod pod) {
        for (Pod.ClaimVolume volume : pod.claims()) {
            if (claims.get(new Key(pod.namespace(), volume.claim()))
                    .filter(Claim::isBound)
                    .isEmpty()) {
                return Optional.of(volume.claim());
            }
        }
        return Optional.empty();
    }

    /// A port belongs to the pod that already has an address, or else to the older one.
    private boolean arePortsTaken(Pod pod) {
        for (String port : pod.hostPorts()) {
            for (Pod other : podsByPort.get(pod.nodeName() + ' ' + port)) {
                if (!other.isOver() && !other.uid().equals(pod.uid()) && isBefore(other, pod)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isBefore(Pod one, Pod other) {
        if (one.addresses().isEmpty() != other.addresses().isEmpty()) {
            return other.addresses().isEmpty();
        }
        int order = one.meta().created().compareTo(other.meta().created());
        return order != 0 ? order < 0 : one.key().compareTo(other.key()) < 0;
    }

    private String address(Pod pod, Node node) {
        return node.podRange().isEmpty() ? "" : addresses.allocate(AddressRange.parse(node.podRange()), pod.uid());
    }
}
