package dev.archipelago.apiserver.decode;

import dev.archipelago.api.objects.Json;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.util.Iterator;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One walk over a tree and its schema that makes the tree fit, or says why it cannot.
final class Conformer {
    private static final ObjectNode NOTHING = Json.object();

    private final StrictErrors strict;
    private final Position position = new Position();

    Conformer(StrictErrors strict) {
        this.strict = strict;
    }

    /// @param fitting a tree that fits and that the root may share subtrees with, which are passed over then; else
    /// empty
    void conform(ObjectNode root, Struct type, ObjectNode fitting) {
        struct(root, type, fitting);
    }

    private JsonNode value(JsonNode value, Schema schema) {
        // No switch over types here or in server-side apply: for each field of each object it costs too much.
        if (schema instanceof Schema.Scalar scalar) {
            return ScalarForm.of(value, scalar.type(), position);
        } else if (schema instanceof Struct struct) {
            return struct(value, struct, NOTHING);
        } else if (schema instanceof Schema.ListOf list) {
            return list(value, list);
        }
        return schema instanceof Schema.MapOf map ? map(value, map) : value;
    }

    private JsonNode struct(JsonNode value, Struct type, JsonNode fitting) {
        if (!(value instanceof ObjectNode object)) {
            throw ScalarForm.mismatch(value, type, position);
        }
        Iterator<Map.Entry<String, JsonNode>> members = object.properties().iterator();
        while (members.hasNext()) {
            Map.Entry<String, JsonNode> member = members.next();
            JsonNode known = fitting.path(member.getKey());
            if (Json.identical(member.getValue(), known)) {
                continue;
            }
            Field field = type.field(member.getKey());
            if (field == null) {
                if (!type.preservesUnknownFields()) {
                    position.enter(type, member.getKey());
                    strict.unknownField(position);
                    position.leave();
                    members.remove();
                }
            } else if (member.getValue().isNull()) {
                members.remove();
            } else {
                position.enter(type, member.getKey());
                member.setValue(
                        field.schema() instanceof Struct inner
                                ? struct(member.getValue(), inner, known)
                                : value(member.getValue(), field.schema()));
                position.leave();
            }
        }
        return object;
    }

    private JsonNode list(JsonNode value, Schema.ListOf type) {
        if (!(value instanceof ArrayNode array)) {
            throw ScalarForm.mismatch(value, type, position);
        }
        for (int i = 0; i < array.size(); i++) {
            JsonNode element = array.get(i);
            position.enter(i);
            array.set(i, element.isNull() ? zero(type.element()) : value(element, type.element()));
            position.leave();
        }
        return array;
    }

    private JsonNode map(JsonNode value, Schema.MapOf type) {
        if (!(value instanceof ObjectNode object)) {
            throw ScalarForm.mismatch(value, type, position);
        }
        boolean resources = type.value() instanceof Schema.Scalar scalar && scalar.type() == ScalarType.QUANTITY;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            position.enter(null, member.getKey());
            JsonNode fitting = member.getValue().isNull() ? zero(type.value()) : value(member.getValue(), type.value());
            member.setValue(resources ? ScalarForm.roundedToMilli(fitting) : fitting);
            position.leave();
        }
        return object;
    }

    private static JsonNode zero(Schema schema) {
        JsonNodeFactory nodes = Json.NODES;
        return switch (schema) {
            case Schema.Any any -> nodes.nullNode();
            case Schema.ListOf list -> nodes.arrayNode();
            case Schema.MapOf map -> nodes.objectNode();
            case Struct struct -> nodes.objectNode();
            case Schema.Scalar scalar ->
                switch (scalar.type()) {
                    case STRING, BYTES, TIME, MICRO_TIME, DURATION -> nodes.stringNode("");
                    case QUANTITY -> nodes.stringNode("0");
                    case BOOLEAN -> nodes.booleanNode(false);
                    case INT32, INT64, DOUBLE, INT_OR_STRING -> nodes.numberNode(0);
                };
        };
    }
}
