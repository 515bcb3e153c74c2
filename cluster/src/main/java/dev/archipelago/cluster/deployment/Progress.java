package dev.archipelago.cluster.deployment;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.kinds.Conditions;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The conditions of a deployment, which also have a `lastUpdateTime`.
final class Progress {
    static final String PROGRESSING = "Progressing";
    static final String CREATED = "NewReplicaSetCreated";
    static final String FOUND = "FoundNewReplicaSet";
    static final String UPDATED = "ReplicaSetUpdated";
    static final String AVAILABLE = "NewReplicaSetAvailable";
    static final String CREATE_ERROR = "ReplicaSetCreateError";
    static final String TIMED_OUT = "ProgressDeadlineExceeded";
    static final String PAUSED = "DeploymentPaused";
    static final String RESUMED = "DeploymentResumed";

    private Progress() {}

    static boolean isKnown(JsonNode status) {
        return !Conditions.find(status, PROGRESSING).isMissingNode();
    }

    /// The reason of the Progressing condition; empty when unknown.
    static String reason(JsonNode status) {
        return Conditions.find(status, PROGRESSING).path("reason").asString("");
    }

    /// The time of the last progress.
    static Instant last(JsonNode status) {
        return Texts.time(Conditions.find(status, PROGRESSING).path("lastUpdateTime"))
                .orElse(Instant.EPOCH);
    }

    /// Sets a condition, unless it has the same value and reason already.
    static void set(ObjectNode status, Conditions.Condition condition, Instant now) {
        JsonNode before = Conditions.find(status, condition.type());
        boolean same = before.path("status").asString("").equals(condition.value())
                && before.path("reason").asString("").equals(condition.reason());
        if (!same) {
            renew(status, condition, now);
        }
    }

    /// Sets a condition with the current update time, even if nothing else changes.
    static void renew(ObjectNode status, Conditions.Condition condition, Instant now) {
        JsonNode before = Conditions.find(status, condition.type());
        boolean same = before.path("status").asString("").equals(condition.value());
        String transition = same ? before.path("lastTransitionTime").asString(Meta.time(now)) : Meta.time(now);
        put(status, condition, transition, Meta.time(now));
    }

    /// Sets a condition with its times.
    static void put(ObjectNode status, Conditions.Condition condition, String transition, String update) {
        ObjectNode json = Json.object()
                .put("lastTransitionTime", transition)
                .put("lastUpdateTime", update)
                .put("message", condition.message())
                .put("reason", condition.reason())
                .put("status", condition.value())
                .put("type", condition.type());
        ArrayNode conditions = status.withArrayProperty("conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).path("type").asString("").equals(condition.type())) {
                conditions.set(i, json);
                return;
            }
        }
        conditions.add(json);
    }
}
