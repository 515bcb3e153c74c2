package dev.archipelago.cluster.node;

import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.Conditions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The conditions that a node sets on its pods. Other conditions are left unchanged.
final class PodConditions {
    private PodConditions() {}

    static JsonNode find(JsonNode status, String type) {
        return Conditions.find(status, type);
    }

    static boolean isTrue(JsonNode status, String type) {
        return Conditions.isTrue(status, type);
    }

    /// Sets the conditions according to the states of the containers.
    ///
    /// @param serving whether the pod is not terminating
    static void write(ObjectNode status, JsonNode spec, PodRun run, boolean serving, Instant now) {
        String phase = status.path("phase").asString("");
        if (!find(status, "PodScheduled").isObject()) {
            set(status, "PodScheduled", true, "", "", now);
        }
        List<String> incomplete = new ArrayList<>();
        if (!run.isInitialized()) {
            run.initial().stream().filter(init -> !init.isReady()).forEach(init -> incomplete.add(init.name()));
        }
        set(
                status,
                "Initialized",
                incomplete.isEmpty(),
                "ContainersNotInitialized",
                "containers with incomplete status: [" + String.join(" ", incomplete) + "]",
                now);
        List<String> unready = new ArrayList<>();
        run.main().stream().filter(main -> !main.isReady() || !serving).forEach(main -> unready.add(main.name()));
        boolean ready = unready.isEmpty();
        String reason = switch (phase) {
            case "Succeeded" -> "PodCompleted";
            case "Failed" -> "PodFailed";
            default -> "ContainersNotReady";
        };
        String message = reason.equals("ContainersNotReady")
                ? "containers with unready status: [" + String.join(" ", unready) + "]"
                : "";
        set(status, "ContainersReady", ready, reason, message, now);
        List<String> gates = ready ? closedGates(spec, status) : List.of();
        if (gates.isEmpty()) {
            set(status, "Ready", ready, reason, message, now);
        } else {
            set(status, "Ready", false, "ReadinessGatesNotReady", String.join(", ", gates), now);
        }
    }

    private static List<String> closedGates(JsonNode spec, JsonNode status) {
        List<String> closed = new ArrayList<>();
        for (JsonNode gate : spec.path("readinessGates")) {
            String type = gate.path("conditionType").asString("");
            if (!isTrue(status, type)) {
                closed.add("the status of pod readiness gate \"" + type + "\" is not \"True\"");
            }
        }
        return closed;
    }

    /// Sets the pod and its containers unready, and no other condition.
    static void stopServing(ObjectNode status, String reason, String message, Instant now) {
        set(status, "ContainersReady", false, reason, message, now);
        set(status, "Ready", false, reason, message, now);
    }

    /// Sets a condition. Its reason and message are used only when it is false.
    private static void set(ObjectNode status, String type, boolean value, String reason, String message, Instant now) {
        ArrayNode conditions = status.withArrayProperty("conditions");
        ObjectNode condition = null;
        for (JsonNode known : conditions) {
            if (known.path("type").asString("").equals(type)) {
                condition = (ObjectNode) known;
            }
        }
        if (condition == null) {
            condition = conditions.addObject().put("type", type);
        }
        String text = value ? "True" : "False";
        if (!condition.path("status").asString("").equals(text)) {
            condition.put("status", text).put("lastTransitionTime", Meta.time(now));
        }
        put(condition, "reason", value ? "" : reason);
        put(condition, "message", value ? "" : message);
    }

    private static void put(ObjectNode condition, String field, String text) {
        if (text.isEmpty()) {
            condition.remove(field);
        } else {
            condition.put(field, text);
        }
    }
}
