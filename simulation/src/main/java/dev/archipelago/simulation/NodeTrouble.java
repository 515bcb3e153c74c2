package dev.archipelago.simulation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Node;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Failures of machines, and administrators who handle them.
final class NodeTrouble {
    private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

    private final World world;
    private final ClusterApi api;

    NodeTrouble(World world, ClusterApi api) {
        this.world = world;
        this.api = api;
    }

    /// Starts a failure of a random machine.
    void strike() {
        Machine machine =
                world.machines().get(world.random().nextInt(world.machines().size()));
        if (!machine.isReachable()) {
            return;
        }
        switch (world.random().nextInt(3)) {
            case 0 -> machine.cutOff();
            case 1 -> {
                machine.powerOff();
                if (world.random().nextBoolean()) {
                    world.time().soon(60_000, () -> declareDead(machine));
                }
            }
            default -> machine.restartAgent();
        }
        world.time().soon(150_000, () -> end(machine));
    }

    /// An administrator marks the node of a powered-off machine as out of service.
    private void declareDead(Machine machine) {
        if (machine.isPowered()) {
            return;
        }
        Node node = api.get(Node.KIND, Key.global(machine.name())).orElse(null);
        if (node == null) {
            return;
        }
        if (world.random().nextBoolean()) {
            world.trace().add("people: delete " + machine.name());
            api.delete(Node.KIND, node.key(), DeleteOptions.NONE);
            return;
        }
        world.trace().add("people: " + machine.name() + " is out of service");
        ObjectNode tree = node.tree();
        tree.withObjectProperty("spec")
                .withArrayProperty("taints")
                .addObject()
                .put("key", OUT_OF_SERVICE)
                .put("effect", "NoExecute");
        api.update(Node.KIND, tree, "");
    }

    void end() {
        world.machines().forEach(this::end);
    }

    private void end(Machine machine) {
        api.get(Node.KIND, Key.global(machine.name()))
                .filter(node -> node.hasTaint(OUT_OF_SERVICE))
                .ifPresent(node -> {
                    ObjectNode tree = node.tree();
                    ArrayNode taints = tree.withObjectProperty("spec").withArrayProperty("taints");
                    taints.removeIf(taint -> taint.path("key").asString("").equals(OUT_OF_SERVICE));
                    api.update(Node.KIND, tree, "");
                });
        world.heal(machine);
    }
}
