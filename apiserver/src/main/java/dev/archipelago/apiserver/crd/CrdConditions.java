package dev.archipelago.apiserver.crd;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The conditions in the status of a definition.
final class CrdConditions {
    static final String NAMES_ACCEPTED = "NamesAccepted";
    static final String ESTABLISHED = "Established";
    static final String TERMINATING = "Terminating";
    static final String APPROVED = "KubernetesAPIApprovalPolicyConformant";

    /// @param status `True` or `False`
    record Condition(String type, String status, String reason, String message) {}

    private CrdConditions() {}

    static @Nullable ObjectNode find(ObjectNode definition, String type) {
        for (JsonNode condition : definition.path("status").path("conditions")) {
            if (condition instanceof ObjectNode found
                    && Json.text(condition, "type").equals(type)) {
                return found;
            }
        }
        return null;
    }

    static boolean isTrue(ObjectNode definition, String type) {
        ObjectNode condition = find(definition, type);
        return condition != null && Json.text(condition, "status").equals("True");
    }

    /// Sets a condition. The time changes only with the status.
    ///
    /// @return whether anything changed
    static boolean set(ObjectNode definition, Condition condition, Instant now) {
        ObjectNode present = find(definition, condition.type());
        if (present != null && isSame(present, condition)) {
            return false;
        }
        String since = present == null ? "" : Json.text(present, "lastTransitionTime");
        if (present == null || since.isEmpty() || !Json.text(present, "status").equals(condition.status())) {
            since = now.truncatedTo(ChronoUnit.SECONDS).toString();
        }
        if (present == null) {
            ArrayNode all = definition.withObjectProperty("status").withArrayProperty("conditions");
            present = all.addObject();
        }
        present.put("lastTransitionTime", since);
        present.put("message", condition.message());
        present.put("reason", condition.reason());
        present.put("status", condition.status());
        present.put("type", condition.type());
        return true;
    }

    private static boolean isSame(ObjectNode present, Condition condition) {
        return Json.text(present, "status").equals(condition.status())
                && Json.text(present, "reason").equals(condition.reason())
                && Json.text(present, "message").equals(condition.message());
    }
}
