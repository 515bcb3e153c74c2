package dev.archipelago.apiserver.decode;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Values and complaints about them as the Go programs print them that clients compare us with.
final class GoText {
    private GoText() {}

    /// Why a value of a patched object does not fit.
    ///
    /// @param expected a Go type such as `map[string]string`
    static String cannotRestore(String expected, JsonNode value) {
        String given = kind(value);
        if (expected.startsWith("map[")) {
            return "cannot restore map from " + given;
        }
        if (expected.startsWith("[]")) {
            return "cannot restore slice from " + given;
        }
        // Types of structs are qualified by their package.
        if (expected.indexOf('.') >= 0) {
            return "cannot restore struct from: " + given;
        }
        return "cannot convert %s to %s".formatted(type(value), expected);
    }

    private static String kind(JsonNode value) {
        return value.isObject() ? "map" : value.isArray() ? "slice" : type(value);
    }

    private static String type(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> "string";
            case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
            case BOOLEAN -> "bool";
            case ARRAY -> "[]interface {}";
            case OBJECT -> "map[string]interface {}";
            case NULL, MISSING, POJO, BINARY -> "nil";
        };
    }

    /// A tree such as `map[a:map[b:c]]`.
    static String print(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> {
                StringJoiner entries = new StringJoiner(" ", "map[", "]");
                Map<String, JsonNode> sorted = new TreeMap<>();
                value.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
                sorted.forEach((name, inside) -> entries.add(name + ":" + print(inside)));
                yield entries.toString();
            }
            case ARRAY -> {
                StringJoiner items = new StringJoiner(" ", "[", "]");
                value.forEach(item -> items.add(print(item)));
                yield items.toString();
            }
            case STRING, NUMBER, BOOLEAN -> value.asString();
            case NULL, MISSING, POJO, BINARY -> "<nil>";
        };
    }
}
