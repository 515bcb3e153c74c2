package dev.archipelago.apiserver.cel;

import com.google.common.primitives.UnsignedLong;
import dev.archipelago.api.objects.Json;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What mutations evaluate to, as JSON.
final class MutationResult {
    private MutationResult() {}

    static ObjectNode configuration(Object value) throws ExpressionException {
        if (value instanceof ObjectValue object) {
            return object(object, MutationTypes.OBJECT);
        }
        throw new ExpressionException("unsupported return type from ApplyConfiguration expression");
    }

    static ArrayNode operations(Object value) throws ExpressionException {
        if (!(value instanceof List<?> list)) {
            throw new ExpressionException("type mismatch: JSONPatchType.expression should evaluate to array");
        }
        ArrayNode operations = Json.NODES.arrayNode();
        for (Object item : list) {
            if (!(item instanceof ObjectValue operation) || !operation.type().equals(MutationTypes.JSON_PATCH)) {
                throw new ExpressionException(
                        "type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch");
            }
            ObjectNode json = operations.addObject();
            for (Map.Entry<String, Object> field : operation.fields().entrySet()) {
                json.set(field.getKey(), of(field.getValue(), ""));
            }
        }
        return operations;
    }

    /// @param path the type that an object at this place must have been made as; empty where any will do
    private static JsonNode of(Object value, String path) throws ExpressionException {
        return switch (value) {
            case NullValue none -> Json.NODES.nullNode();
            case String text -> Json.NODES.stringNode(text);
            case Boolean truth -> Json.NODES.booleanNode(truth);
            // As a parser reads it: numbers of different types are not equal.
            case Long number when number == number.intValue() -> Json.NODES.numberNode(number.intValue());
            case Long number -> Json.NODES.numberNode(number);
            case UnsignedLong number -> Json.NODES.numberNode(number.bigIntegerValue());
            case Double number -> Json.NODES.numberNode(number);
            case CelByteString bytes ->
                Json.NODES.stringNode(Base64.getEncoder().encodeToString(bytes.toByteArray()));
            case Instant time -> Json.NODES.stringNode(time.toString());
            case Duration duration -> Json.NODES.stringNode(Formatter.seconds(duration));
            case ObjectValue object -> object(object, path);
            case List<?> list -> {
                ArrayNode array = Json.NODES.arrayNode();
                for (Object item : list) {
                    array.add(of(item, path));
                }
                yield array;
            }
            case Map<?, ?> map -> {
                ObjectNode object = Json.object();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    String key = String.valueOf(entry.getKey());
                    object.set(key, of(entry.getValue(), path.isEmpty() ? "" : path + '.' + key));
                }
                yield object;
            }
            default ->
                throw new ExpressionException(
                        "a value of type " + value.getClass().getSimpleName() + " could not be converted to JSON");
        };
    }

    private static ObjectNode object(ObjectValue value, String path) throws ExpressionException {
        if (!path.isEmpty() && !value.type().equals(path)) {
            throw new ExpressionException(
                    "type mismatch: unexpected type name \"%s\", expected \"%s\", which matches field name path from root Object type"
                            .formatted(value.type(), path));
        }
        ObjectNode object = Json.object();
        for (Map.Entry<String, Object> field : value.fields().entrySet()) {
            object.set(field.getKey(), of(field.getValue(), value.type() + '.' + field.getKey()));
        }
        return object;
    }
}
