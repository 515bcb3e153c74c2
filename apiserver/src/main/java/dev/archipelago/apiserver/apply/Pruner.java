package dev.archipelago.apiserver.apply;

import dev.archipelago.api.objects.Json;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Struct;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Removes from an object what its applier set the last time and nobody owns any more. A removed field, key or
/// item goes with all that is in it; what becomes empty thereby goes too.
final class Pruner {
    private Pruner() {}

    /// Returns the object without the fields of `last` that are not in `owned`.
    static ObjectNode prune(ObjectNode object, FieldSet last, FieldSet owned, Struct schema) {
        return pruneFields(schema, object, last, owned);
    }

    private static ObjectNode pruneFields(Schema schema, ObjectNode object, FieldSet last, FieldSet owned) {
        @Nullable ObjectNode result = null;
        for (FieldSet.Node node : last.nodes()) {
            String name = PathElements.isField(node.element()) ? PathElements.name(node.element()) : "";
            @Nullable JsonNode value = object.get(name);
            if (value == null) {
                continue;
            }
            // Sets rarely have the fields that lead to others as members, but whoever owns what is in a field of a
            // struct owns the field. Not so for keys of maps and items of lists.
            boolean named = Shapes.isNamed(schema, name);
            @Nullable JsonNode kept = prune(Shapes.child(schema, name), value, node, owned, named);
            if (!Json.identical(kept, value)) {
                result = result == null ? Json.object().setAll(object) : result;
                if (kept == null) {
                    result.remove(name);
                } else {
                    result.set(name, kept);
                }
            }
        }
        return result == null ? object : result;
    }

    /// The value with what is to be removed in it removed, or null if it is to be removed itself.
    private static @Nullable JsonNode prune(
            Schema schema, JsonNode value, FieldSet.Node last, FieldSet owned, boolean named) {
        FieldSet.@Nullable Node owner = owned.find(last.element());
        if (isMember(last, named) && (owner == null || !isMember(owner, named))) {
            return null;
        }
        if (last.children().isEmpty() || Shapes.isLeaf(schema, value) || value.isEmpty()) {
            return value;
        }
        FieldSet inside = owner == null ? FieldSet.EMPTY : owner.children();
        JsonNode kept = schema instanceof ListOf list
                ? pruneItems(list, (ArrayNode) value, last.children(), inside)
                : pruneFields(schema, (ObjectNode) value, last.children(), inside);
        return kept.isEmpty() ? null : kept;
    }

    private static boolean isMember(FieldSet.Node node, boolean named) {
        return node.member() || (named && !node.children().isEmpty());
    }

    private static ArrayNode pruneItems(ListOf list, ArrayNode array, FieldSet last, FieldSet owned) {
        boolean changed = false;
        ArrayNode result = new ArrayNode(Json.NODES, array.size());
        for (JsonNode item : array) {
            @Nullable String element = PathElements.item(list, item);
            FieldSet.@Nullable Node node = element == null ? null : last.find(element);
            @Nullable JsonNode kept = node == null ? item : prune(list.element(), item, node, owned, false);
            changed |= !Json.identical(kept, item);
            if (kept != null) {
                result.add(withKeys(list, item, kept));
            }
        }
        return changed ? result : array;
    }

    /// An item that stays keeps its keys, whoever owns them.
    private static JsonNode withKeys(ListOf list, JsonNode item, JsonNode kept) {
        for (String key : list.mapKeys()) {
            @Nullable JsonNode value = item.get(key);
            if (value != null && !kept.has(key) && kept instanceof ObjectNode object) {
                object.set(key, value);
            }
        }
        return kept;
    }
}
