package dev.archipelago.apiserver.defaults;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads and sets members of JSON objects whose types have been checked.
final class DefaultMembers {
    private DefaultMembers() {}

    /// The text of a member, empty when it is absent.
    static String text(@Nullable JsonNode object, String name) {
        JsonNode value = object == null ? null : object.get(name);
        return value == null || !value.isString() ? "" : value.stringValue();
    }

    static int number(JsonNode object, String name) {
        JsonNode value = object.get(name);
        // What comes from YAML is long even where it is small.
        return value == null || !value.isIntegralNumber() || !value.canConvertToInt() ? 0 : value.intValue();
    }

    static boolean flag(@Nullable JsonNode object, String name) {
        JsonNode value = object == null ? null : object.get(name);
        return value != null && value.isBoolean() && value.booleanValue();
    }

    static @Nullable ObjectNode object(@Nullable JsonNode parent, String name) {
        return parent != null && parent.get(name) instanceof ObjectNode object ? object : null;
    }

    /// The objects in a list member; nothing when it is absent.
    static Iterable<JsonNode> elements(@Nullable JsonNode parent, String name) {
        return parent != null && parent.get(name) instanceof ArrayNode array ? array : List.of();
    }

    static boolean isEmpty(@Nullable JsonNode parent, String name) {
        JsonNode value = parent == null ? null : parent.get(name);
        return value == null
                || (value.isContainer()
                        ? value.isEmpty()
                        : value.isString() && value.stringValue().isEmpty());
    }

    static ObjectNode childOf(ObjectNode parent, String name) {
        ObjectNode child = object(parent, name);
        return child == null ? parent.putObject(name) : child;
    }

    static void setIfAbsent(ObjectNode object, String name, String value) {
        if (!object.has(name)) {
            object.put(name, value);
        }
    }

    static void setIfAbsent(ObjectNode object, String name, int value) {
        if (!object.has(name)) {
            object.put(name, value);
        }
    }

    static void setIfAbsent(ObjectNode object, String name, boolean value) {
        if (!object.has(name)) {
            object.put(name, value);
        }
    }

    /// Copies the entries of a map member that are missing in another one, which is made if need be.
    static void copyMissing(ObjectNode parent, String from, String to) {
        ObjectNode source = object(parent, from);
        if (source == null || source.isEmpty()) {
            return;
        }
        ObjectNode target = childOf(parent, to);
        for (var entry : source.properties()) {
            if (!target.has(entry.getKey())) {
                target.set(entry.getKey(), entry.getValue());
            }
        }
    }
}
