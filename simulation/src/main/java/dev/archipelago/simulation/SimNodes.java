package dev.archipelago.simulation;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.apiserver.request.DeleteOptions;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.objects.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The nodes and what really runs on them, which is the truth that the invariants are about: the API only hears of
/// it.
final class SimNodes {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final World world;
    private final ClusterApi api;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Running> running = new TreeMap<>();

    private static final class Node {
        private final String name;
        private boolean powered = true;
        private boolean connected = true;

        Node(String name) {
            this.name = name;
        }

        boolean isReachable() {
            return powered && connected;
        }
    }

    /// A pod whose containers run.
    record Running(Key key, String uid, String node) {}

    SimNodes(World world, int count) {
        this.world = world;
        this.api = world.server().api("nodes");
        for (int i = 0; i < count; i++) {
            nodes.add(new Node("node-" + i));
        }
        api.watch(Pod.KIND, 0, new Following());
    }

    List<Running> running() {
        return List.copyOf(running.values());
    }

    private final class Following implements ClusterApi.Watcher<Pod> {
        @Override
        public void changed(Pod pod) {
            world.time().soon(world.faults().lagMillisMax(), () -> look(pod.key()));
        }

        @Override
        public void removed(Pod pod, long revision) {
            world.time().soon(world.faults().lagMillisMax(), () -> stopIfGone(pod));
        }

        @Override
        public void ended(ApiException reason) {}
    }

    /// A node that learns that a pod is no more stops it, however that came about.
    private void stopIfGone(Pod pod) {
        Node node = find(pod.nodeName());
        if (node != null && !node.isReachable()) {
            world.time().after(RETRY, () -> stopIfGone(pod));
        } else if (running.remove(pod.uid()) != null) {
            world.trace().add("nodes: stopped " + pod.key() + ", which was gone");
        }
    }

    private @Nullable Node find(String name) {
        return nodes.stream().filter(node -> node.name.equals(name)).findFirst().orElse(null);
    }

    /// Does what a scheduler or a node would do next about a pod.
    private void look(Key key) {
        Pod pod = api.get(Pod.KIND, key).orElse(null);
        if (pod == null) {
            return;
        }
        if (pod.nodeName().isEmpty()) {
            if (pod.isDeleting()) {
                remove(pod);
            } else {
                schedule(pod);
            }
            return;
        }
        Node node = find(pod.nodeName());
        if (node == null || !node.isReachable()) {
            world.time().after(RETRY, () -> look(key));
        } else if (pod.isDeleting()) {
            world.time().soon(3000, () -> stop(pod, node));
        } else if (!running.containsKey(pod.uid()) && !pod.isOver()) {
            world.time().soon(world.random().nextDouble() < world.faults().slowStart() ? 30_000 : 500, () -> run(pod));
        } else if (pod.isPending()) {
            world.time().soon(500, () -> becomeReady(pod.key(), pod.uid()));
        }
    }

    private void schedule(Pod pod) {
        List<Node> usable = nodes.stream().filter(Node::isReachable).toList();
        if (usable.isEmpty()) {
            world.time().after(RETRY, () -> look(pod.key()));
            return;
        }
        Node node = usable.get(world.random().nextInt(usable.size()));
        ObjectNode binding = Json.object();
        binding.putObject("metadata").put("name", pod.name()).put("uid", pod.uid());
        binding.putObject("target").put("kind", "Node").put("name", node.name);
        ignoring(() -> api.bind(pod.key(), binding));
    }

    /// A node acts on what it last heard, which may be old: it starts what it was told to start unless it knows
    /// better.
    private void run(Pod pod) {
        Node node = find(pod.nodeName());
        boolean known = api.get(Pod.KIND, pod.key())
                .filter(now -> now.uid().equals(pod.uid()) && !now.isDeleting())
                .isPresent();
        if (node == null || !node.isReachable() || !known) {
            world.time().after(RETRY, () -> look(pod.key()));
            return;
        }
        running.put(pod.uid(), new Running(pod.key(), pod.uid(), node.name));
        world.trace().add("nodes: started " + pod.key() + " on " + node.name);
        world.invariants().started(pod, running());
        world.time().soon(500, () -> becomeReady(pod.key(), pod.uid()));
    }

    private void becomeReady(Key key, String uid) {
        Pod pod = api.get(Pod.KIND, key).orElse(null);
        Running process = running.get(uid);
        if (pod == null || process == null || !pod.uid().equals(uid) || pod.isDeleting() || pod.isReady()) {
            return;
        }
        Node node = find(process.node());
        ObjectNode tree = pod.tree();
        String image =
                tree.path("spec").path("containers").path(0).path("image").asString("");
        if (image.endsWith(":broken")) {
            return;
        }
        if (node == null || !node.isReachable()) {
            world.time().after(RETRY, () -> becomeReady(key, uid));
            return;
        }
        ObjectNode status = (ObjectNode) tree.path("status").deepCopy();
        status.put("phase", "Running");
        Conditions.set(
                status, new Condition("Ready", "True", "", ""), world.time().instant());
        tree.set("status", status);
        ignoring(() -> api.update(Pod.KIND, tree, "status"));
    }

    private void stop(Pod pod, Node node) {
        if (!node.isReachable()) {
            world.time().after(RETRY, () -> look(pod.key()));
            return;
        }
        if (running.remove(pod.uid()) != null) {
            world.trace().add("nodes: stopped " + pod.key());
        }
        remove(pod);
    }

    /// Tells the API that a pod has ended.
    private void remove(Pod pod) {
        ignoring(() -> api.delete(
                Pod.KIND, pod.key(), new DeleteOptions(false, Optional.of(0L), Optional.empty(), pod.uid(), "")));
    }

    private static void ignoring(Runnable call) {
        try {
            call.run();
        } catch (ApiException e) {
            if (e.reason() != Reason.CONFLICT && e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
        }
    }

    /// Cuts a node off, or its power, for a while.
    void trouble() {
        Node node = nodes.get(world.random().nextInt(nodes.size()));
        if (!node.isReachable()) {
            return;
        }
        if (world.random().nextBoolean()) {
            node.connected = false;
            world.trace().add("nodes: " + node.name + " is cut off, and goes on");
        } else {
            node.powered = false;
            running.values().removeIf(process -> process.node().equals(node.name));
            world.trace().add("nodes: " + node.name + " has lost its power");
        }
        world.time().soon(60_000, () -> heal(node));
    }

    void healAll() {
        nodes.forEach(this::heal);
    }

    private void heal(Node node) {
        if (!node.isReachable()) {
            world.trace().add("nodes: " + node.name + " is back");
            node.powered = true;
            node.connected = true;
            api.list(Pod.KIND).objects().stream()
                    .filter(pod -> pod.nodeName().equals(node.name))
                    .forEach(pod -> look(pod.key()));
        }
    }
}
