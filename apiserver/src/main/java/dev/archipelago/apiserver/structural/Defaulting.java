package dev.archipelago.apiserver.structural;

import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// Fills in defaults. A null where the schema allows none counts as left out: it takes the default, or goes.
final class Defaulting {
    private Defaulting() {}

    static void apply(SchemaNode node, JsonNode value) {
        if (value instanceof ObjectNode object) {
            fill(node, object);
            applyWithin(node, object);
        } else if (value instanceof ArrayNode list && node.items() != null) {
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i).isNull() && node.items().isDefaultedWhenNull()) {
                    list.set(i, copy(node.items().defaultValue()));
                }
                apply(node.items(), list.get(i));
            }
        }
    }

    private static void fill(SchemaNode node, ObjectNode object) {
        if (!node.below().defaults()) {
            return;
        }
        for (Map.Entry<String, SchemaNode> property : node.properties().entrySet()) {
            SchemaNode wanted = property.getValue();
            if (wanted.defaultValue() != null && !object.has(property.getKey())) {
                object.set(property.getKey(), copy(wanted.defaultValue()));
            }
        }
    }

    private static void applyWithin(SchemaNode node, ObjectNode object) {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
            Map.Entry<String, JsonNode> field = fields.next();
            SchemaNode schema = node.field(field.getKey());
            if (schema == null) {
                continue;
            }
            if (field.getValue().isNull() && !schema.nullable()) {
                if (schema.defaultValue() == null) {
                    fields.remove();
                    continue;
                }
                field.setValue(copy(schema.defaultValue()));
            }
            if (field.getValue().isContainer()) {
                apply(schema, field.getValue());
            }
        }
    }

    private static JsonNode copy(@Nullable JsonNode value) {
        return value == null ? NullNode.instance : value.deepCopy();
    }
}
