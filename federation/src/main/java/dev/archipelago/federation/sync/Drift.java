package dev.archipelago.federation.sync;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Whether an object still has all that the federation gave it. What others added to it is theirs.
final class Drift {
    /// By which the elements of lists are told apart where it matters that others may have added some.
    private static final List<String> NAMES =
            List.of("name", "containerPort", "port", "mountPath", "ip", "type", "key");

    private Drift() {}

    /// Whether a wanted value is there, or what a server would have made of it.
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

    /// The same for the field of an object, which servers may leave out.
    static boolean holdsField(JsonNode wanted, JsonNode found) {
        // Servers leave out what is empty.
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
            // What has no name is told by its place: arguments, rules.
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
