package dev.archipelago.api.patch;

import dev.archipelago.api.errors.ApiException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/// One step of a JSON Patch, checked for form.
sealed interface Operation {
    record Add(Pointer path, JsonNode value) implements Operation {}

    record Remove(Pointer path) implements Operation {}

    record Replace(Pointer path, JsonNode value) implements Operation {}

    record Move(Pointer from, Pointer path) implements Operation {}

    record Copy(Pointer from, Pointer path) implements Operation {}

    record Test(Pointer path, JsonNode value) implements Operation {}

    static Operation parse(JsonNode json, int index) {
        if (!json.isObject()) {
            throw malformed(index, "is not an object");
        }
        String op = text(json, "op", index);
        Pointer path = Pointer.parse(text(json, "path", index));
        return switch (op) {
            case "add" -> new Add(path, value(json, index));
            case "remove" -> new Remove(path);
            case "replace" -> new Replace(path, value(json, index));
            case "move" -> new Move(Pointer.parse(text(json, "from", index)), path);
            case "copy" -> new Copy(Pointer.parse(text(json, "from", index)), path);
            case "test" -> new Test(path, json.has("value") ? value(json, index) : NullNode.instance);
            default -> throw malformed(index, "has the unknown op \"" + op + "\"");
        };
    }

    private static String text(JsonNode json, String field, int index) {
        @Nullable JsonNode value = json.get(field);
        if (value == null || !value.isString()) {
            throw malformed(index, "has no \"" + field + "\" or it is not a string");
        }
        return value.stringValue();
    }

    private static JsonNode value(JsonNode json, int index) {
        @Nullable JsonNode value = json.get("value");
        if (value == null) {
            throw malformed(index, "has no \"value\"");
        }
        return value;
    }

    private static ApiException malformed(int index, String what) {
        return ApiException.badRequest("JSON patch operation %d %s".formatted(index, what));
    }
}
