package dev.archipelago.apiserver.authz;

import dev.archipelago.apiserver.authn.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The selector of an aggregation rule. One without requirements selects everything.
record LabelSelector(List<Requirement> requirements) {

    /// @param operator as written in the object
    record Requirement(String key, String operator, List<String> values) {
        boolean holds(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case "In" -> value != null && values.contains(value);
                case "NotIn" -> value == null || !values.contains(value);
                case "Exists" -> value != null;
                case "DoesNotExist" -> value == null;
                // What cannot be understood must not select anything.
                default -> false;
            };
        }
    }

    static LabelSelector of(JsonNode selector) {
        List<Requirement> requirements = new ArrayList<>();
        selector.path("matchLabels")
                .forEachEntry(
                        (key, value) -> requirements.add(new Requirement(key, "In", List.of(value.asString("")))));
        for (JsonNode expression : selector.path("matchExpressions")) {
            requirements.add(new Requirement(
                    Json.text(expression, "key"),
                    Json.text(expression, "operator"),
                    Json.strings(expression, "values")));
        }
        return new LabelSelector(List.copyOf(requirements));
    }

    boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.holds(labels)) {
                return false;
            }
        }
        return true;
    }
}
