package dev.archipelago.cluster.nodelifecycle;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.Node;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The taints for a node's health.
final class Taints {
    static final String NOT_READY = "node.kubernetes.io/not-ready";
    static final String UNREACHABLE = "node.kubernetes.io/unreachable";
    /// Set by administrators who know that a node is switched off.
    static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

    private static final String[] EFFECTS = {"NoSchedule", "NoExecute"};

    private Taints() {}

    /// The key of the taint that a node should have; empty for none.
    static String wanted(Node node) {
        return switch (node.readiness()) {
            case "False" -> NOT_READY;
            case "Unknown" -> UNREACHABLE;
            default -> "";
        };
    }

    /// The node with the taints it should have; empty when it has them.
    ///
    /// NoExecute taints also get a time, whoever set them, as toleration periods start then.
    static Optional<ObjectNode> corrected(Node node, Instant now) {
        String wanted = wanted(node);
        ObjectNode tree = node.tree();
        JsonNode before = tree.path("spec").path("taints");
        ArrayNode after = Json.object().putArray("taints");
        for (JsonNode taint : before) {
            String key = taint.path("key").asString("");
            boolean ours = key.equals(NOT_READY) || key.equals(UNREACHABLE);
            if (!ours || key.equals(wanted)) {
                after.add(dated(taint, now));
            }
        }
        if (!wanted.isEmpty()) {
            for (String effect : EFFECTS) {
                if (!has(after, wanted, effect)) {
                    after.add(dated(Json.object().put("effect", effect).put("key", wanted), now));
                }
            }
        }
        if (after.isEmpty() ? before.isEmpty() : after.equals(before)) {
            return Optional.empty();
        }
        tree.withObjectProperty("spec").set("taints", after);
        return Optional.of(tree);
    }

    private static JsonNode dated(JsonNode taint, Instant now) {
        if (!taint.path("effect").asString("").equals("NoExecute") || taint.hasNonNull("timeAdded")) {
            return taint;
        }
        return ((ObjectNode) taint).deepCopy().put("timeAdded", Meta.time(now));
    }

    private static boolean has(ArrayNode taints, String key, String effect) {
        for (JsonNode taint : taints) {
            if (taint.path("key").asString("").equals(key)
                    && taint.path("effect").asString("").equals(effect)) {
                return true;
            }
        }
        return false;
    }
}
