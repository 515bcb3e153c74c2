package dev.archipelago.apiserver.hostile;

import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Struct;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Objects that have the fields of a kind, mostly with values of the right type.
final class SchemaObjects {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEPTH_MAX = 9;

    private final Random random;
    private final OddValues odd;

    SchemaObjects(Random random, OddValues odd) {
        this.random = random;
        this.odd = odd;
    }

    ObjectNode object(Struct schema) {
        return struct(schema, 0);
    }

    private ObjectNode struct(Struct schema, int depth) {
        ObjectNode object = NODES.objectNode();
        for (Field field : schema.fields()) {
            boolean wanted = field.required() ? !odd.oneIn(20) : odd.oneIn(2 + depth);
            if (wanted && depth < DEPTH_MAX) {
                object.set(field.name(), value(field.schema(), depth + 1));
            }
        }
        return object;
    }

    private JsonNode value(Schema schema, int depth) {
        if (odd.oneIn(60)) {
            return odd.value(2);
        }
        return switch (schema) {
            case Schema.Scalar scalar -> scalar(scalar.type());
            case Schema.Any _ -> odd.value(3);
            case Schema.ListOf list -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(3); i > 0; i--) {
                    array.add(value(list.element(), depth));
                }
                yield array;
            }
            case Schema.MapOf map -> {
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(3); i > 0; i--) {
                    object.set(odd.text(), value(map.value(), depth));
                }
                yield object;
            }
            case Struct struct -> struct(struct, depth);
        };
    }

    private JsonNode scalar(Schema.ScalarType type) {
        return switch (type) {
            case STRING -> NODES.stringNode(odd.text());
            case BOOLEAN -> NODES.booleanNode(random.nextBoolean());
            case INT32, INT64 -> NODES.numberNode(random.nextInt(5) - 1);
            case DOUBLE -> NODES.numberNode(random.nextDouble());
            case BYTES -> NODES.stringNode(odd.pick(List.of("", "AAEC", "e30=", "x")));
            case TIME -> NODES.stringNode("2020-01-01T00:00:00Z");
            case MICRO_TIME -> NODES.stringNode("2020-01-01T00:00:00.000001Z");
            case DURATION -> NODES.stringNode(odd.pick(List.of("1s", "5m", "-1h")));
            case QUANTITY -> NODES.stringNode(odd.pick(List.of("1", "100m", "1Gi", "-1", "1e3", "0.0001")));
            case INT_OR_STRING ->
                random.nextBoolean()
                        ? NODES.numberNode(random.nextInt(100))
                        : NODES.stringNode(odd.pick(List.of("25%", "http", "")));
        };
    }
}
