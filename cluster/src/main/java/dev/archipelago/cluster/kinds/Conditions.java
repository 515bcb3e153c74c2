package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads and writes the conditions of a status.
public final class Conditions {
    private Conditions() {}

    /// The condition of a type; a missing node when there is none.
    public static JsonNode find(JsonNode status, String type) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asString("").equals(type)) {
                return condition;
            }
        }
        return status.path("conditions").path(type);
    }

    public static boolean isTrue(JsonNode status, String type) {
        return find(status, type).path("status").asString("").equals("True");
    }

    /// A condition to be set.
    ///
    /// @param value True, False or Unknown
    public record Condition(String type, String value, String reason, String message) {}

    /// Sets a condition. Its transition time stays when its value does.
    public static void set(ObjectNode status, Condition condition, Instant now) {
        ObjectNode json = Json.object();
        JsonNode before = find(status, condition.type());
        boolean same = before.path("status").asString("").equals(condition.value());
        json.put(
                "lastTransitionTime",
                same ? before.path("lastTransitionTime").asString(Meta.time(now)) : Meta.time(now));
        if (!condition.message().isEmpty()) {
            json.put("message", condition.message());
        }
        json.put("reason", condition.reason());
        json.put("status", condition.value());
        json.put("type", condition.type());
        ArrayNode conditions = status.withArrayProperty("conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).path("type").asString("").equals(condition.type())) {
                conditions.set(i, json);
                return;
            }
        }
        conditions.add(json);
    }

    /// Removes a condition.
    public static void remove(ObjectNode status, String type) {
        if (!(status.get("conditions") instanceof ArrayNode conditions)) {
            return;
        }
        for (int i = conditions.size() - 1; i >= 0; i--) {
            if (conditions.get(i).path("type").asString("").equals(type)) {
                conditions.remove(i);
            }
        }
        if (conditions.isEmpty()) {
            status.remove("conditions");
        }
    }
}
