package dev.archipelago.apiserver.structural;

import dev.archipelago.apiserver.structural.SchemaNode.Additional;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Drops what a schema does not know.
final class Pruning {
    private final FieldPath path = new FieldPath();
    private List<String> dropped = List.of();

    private Pruning() {}

    /// Drops it from a value.
    ///
    /// @param resource whether the value is a whole object, whose apiVersion, kind and metadata need no schema
    /// @return the paths of what was dropped, sorted
    static List<String> prune(SchemaNode node, JsonNode value, boolean resource) {
        Pruning pruning = new Pruning();
        pruning.visit(node, value, resource);
        if (pruning.dropped.size() > 1) {
            Collections.sort(pruning.dropped);
        }
        return pruning.dropped;
    }

    private void visit(@Nullable SchemaNode node, JsonNode value, boolean resource) {
        if (value.isObject()) {
            visitFields(node, value, resource);
        } else if (value.isArray()) {
            // A list within something that preserves unknown fields passes that on to its items.
            boolean keeps = node != null && node.preservesUnknownFields();
            for (int i = 0; i < value.size(); i++) {
                SchemaNode items = node == null ? null : node.items();
                if (items != null || !keeps) {
                    path.index(i);
                    visit(items, value.get(i), items != null && items.embedded());
                    path.up();
                }
            }
        }
    }

    private void visitFields(@Nullable SchemaNode node, JsonNode object, boolean resource) {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
            Map.Entry<String, JsonNode> field = fields.next();
            String name = field.getKey();
            JsonNode value = field.getValue();
            if (resource && isMeta(name)) {
                if (name.equals("metadata")) {
                    path.child(name);
                    visitStruct(Meta.STRUCT, value);
                    path.up();
                }
                continue;
            }
            SchemaNode property = node == null ? null : node.properties().get(name);
            if (property != null) {
                path.child(name);
                if (value.isContainer()) {
                    visit(property, value, property.embedded());
                }
                path.up();
            } else if (node != null && node.additional() != Additional.UNDEFINED) {
                path.key(name);
                visit(
                        node.values(),
                        value,
                        node.values() != null && node.values().embedded());
                path.up();
            } else if (node == null || !node.preservesUnknownFields()) {
                drop(name);
                fields.remove();
            }
        }
    }

    private static boolean isMeta(String name) {
        return name.equals("metadata") || name.equals("apiVersion") || name.equals("kind");
    }

    private void visitStruct(Struct struct, JsonNode object) {
        if (!object.isObject()) {
            return;
        }
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
            Map.Entry<String, JsonNode> entry = fields.next();
            Field field = struct.field(entry.getKey());
            if (field == null) {
                drop(entry.getKey());
                fields.remove();
            } else if (field.schema() instanceof Schema.ListOf list && list.element() instanceof Struct element) {
                path.child(entry.getKey());
                for (int i = 0; i < entry.getValue().size(); i++) {
                    path.index(i);
                    visitStruct(element, entry.getValue().path(i));
                    path.up();
                }
                path.up();
            }
        }
    }

    private void drop(String name) {
        if (dropped.isEmpty()) {
            dropped = new ArrayList<>();
        }
        path.child(name);
        dropped.add(path.dotted());
        path.up();
    }

    /// Read only when the first object is pruned.
    private static final class Meta {
        private static final Struct STRUCT = BuiltinKinds.type("apis.meta.v1.ObjectMeta");
    }
}
