package dev.archipelago.federation.sync;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Whether an object still has all fields that the federation set. Fields that others added are ignored.
final class Drift {
    /// The fields that identify elements of lists to which others may have added some.
    private static final List<String> NAMES =
            List.of("name", "containerPort", "port", "mountPath", "ip", "type", "key");

    private Drift() {}

    /// Whether the found value has the wanted one, also in the form that servers normalise it to.
    static boolean holds(JsonNode wanted, JsonNode found) {
        if (wanted.isObject()) {
            for (var field : wanted.properties()) {
                if (!holdsField(field.getValue(), found.path(field.getKey()))) {
                    return false;
                }
            }
            return true;
        }
        if (wanted.isArray()) {
            return holdsAll(wanted, found);
        }
        return same(wanted, found);
    }

    /// The same for a field, which servers may omit.
    static boolean holdsField(JsonNode wanted, JsonNode found) {
        // Servers omit empty values.
        if (found.isMissingNode() || found.isNull()) {
            return wanted.isNull() || (wanted.isContainer() && wanted.isEmpty());
        }
        return holds(wanted, found);
    }

    private static boolean holdsAll(JsonNode wanted, JsonNode found) {
        if (wanted.size() == found.size()) {
            boolean inOrder = true;
            for (int i = 0; i < wanted.size() && inOrder; i++) {
                inOrder = holds(wanted.get(i), found.get(i));
            }
            if (inOrder) {
                return true;
            }
        }
        List<JsonNode> left = new ArrayList<>();
        found.forEach(left::add);
        for (JsonNode element : wanted) {
            // Elements without a name, such as arguments and rules, are compared by position.
            if (!isNamed(element) || !left.removeIf(other -> sameName(element, other) && holds(element, other))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNamed(JsonNode element) {
        return NAMES.stream().anyMatch(element::has);
    }

    private static boolean sameName(JsonNode one, JsonNode other) {
        for (String name : NAMES) {
            if (one.has(name)) {
                return same(one.path(name), other.path(name));
            }
        }
        return true;
    }

    private static boolean same(JsonNode one, JsonNode other) {
        return (one.isNumber() && other.isNumber())
                ? one.decimalValue().compareTo(other.decimalValue()) == 0
                : one.equals(other);
    }
}
