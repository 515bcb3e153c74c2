package dev.archipelago.apiserver.apply;

import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Schema.MapOf;
import dev.archipelago.model.schema.Schema.Scalar;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Objects of a schema from few values, so that they often agree.
final class RandomObjects {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Random random;

    RandomObjects(long seed) {
        this.random = new Random(seed);
    }

    ObjectNode object(Struct schema) {
        ObjectNode object = NODES.objectNode().put("apiVersion", "v1").put("kind", "Shapes");
        object.setAll(struct(schema, 3));
        return object;
    }

    private ObjectNode struct(Struct schema, int depth) {
        ObjectNode object = NODES.objectNode();
        for (Field field : schema.fields()) {
            boolean nested = !(field.schema() instanceof Scalar);
            if (random.nextInt(nested ? 3 : 2) == 0 && (depth > 0 || !nested)) {
                @Nullable JsonNode value = value(field.schema(), depth - 1);
                if (value != null) {
                    object.set(field.name(), value);
                }
            }
        }
        return object;
    }

    private @Nullable JsonNode value(Schema schema, int depth) {
        return switch (schema) {
            case Scalar scalar -> scalar.type() == ScalarType.INT32 ? IntNode.valueOf(random.nextInt(3)) : text();
            case Schema.Any any ->
                random.nextBoolean() ? text() : NODES.objectNode().set("x", text());
            case MapOf map -> map();
            case ListOf list -> list(list, depth);
            case Struct struct -> {
                ObjectNode object = struct(struct, depth);
                yield object.isEmpty() ? null : object;
            }
        };
    }

    private ObjectNode map() {
        ObjectNode map = NODES.objectNode().set("k" + random.nextInt(3), text());
        return random.nextBoolean() ? map.set("k" + random.nextInt(3), text()) : map;
    }

    private ArrayNode list(ListOf list, int depth) {
        ArrayNode array = NODES.arrayNode();
        Set<Integer> keys = new LinkedHashSet<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            keys.add(random.nextInt(4));
        }
        for (int key : keys) {
            if (list.listType() == ListType.MAP && list.element() instanceof Struct struct) {
                ObjectNode item = struct(struct, depth - 1).put("name", "n" + key);
                array.add(list.mapKeys().contains("port") ? item.put("port", key % 2) : item);
            } else {
                array.add("v" + key);
            }
        }
        return array;
    }

    private StringNode text() {
        return StringNode.valueOf("abc".substring(random.nextInt(3)).substring(0, 1));
    }

    int below(int bound) {
        return random.nextInt(bound);
    }
}
