package dev.archipelago.apiserver.apply;

import dev.archipelago.api.objects.Json;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Merges an applied configuration into the live object by their schema. Returns the very same nodes of the live
/// object where nothing changes.
final class Merger {
    private Merger() {}

    static ObjectNode merge(ObjectNode live, ObjectNode applied, Struct schema) {
        return mergeObjects(schema, live, applied);
    }

    private static JsonNode merge(Schema schema, JsonNode live, JsonNode applied) {
        if (Shapes.isLeaf(schema, applied) || Shapes.isLeaf(schema, live) || (live.isEmpty() && applied.isEmpty())) {
            return Shapes.same(live, applied) ? live : applied;
        }
        if (schema instanceof ListOf list) {
            return mergeLists(list, live, applied);
        }
        if (!(applied instanceof ObjectNode change)) {
            return live;
        }
        return live instanceof ObjectNode object ? mergeObjects(schema, object, change) : applied;
    }

    private static ObjectNode mergeObjects(Schema schema, ObjectNode live, ObjectNode applied) {
        @Nullable ObjectNode result = null;
        for (Map.Entry<String, JsonNode> field : applied.properties()) {
            String name = field.getKey();
            @Nullable JsonNode current = live.get(name);
            JsonNode merged =
                    current == null ? field.getValue() : merge(Shapes.child(schema, name), current, field.getValue());
            if (!Json.identical(merged, current)) {
                result = result == null ? Json.object().setAll(live) : result;
                result.set(name, merged);
            }
        }
        return result == null ? live : result;
    }

    /// Applied items come in the order of the configuration. Items that only the live object has stay where they
    /// are relative to the applied item that follows them, and a live item that the configuration puts later is
    /// passed over until then.
    private static JsonNode mergeLists(ListOf list, JsonNode liveNode, JsonNode appliedNode) {
        if (!(liveNode instanceof ArrayNode live)) {
            return appliedNode;
        }
        if (!(appliedNode instanceof ArrayNode applied)) {
            return live;
        }
        Items current = Items.of(list, live);
        Items wanted = Items.of(list, applied);
        List<String> order = List.copyOf(wanted.elements());
        List<JsonNode> result = new ArrayList<>(live.size() + applied.size());
        int next = 0;
        for (JsonNode item : live) {
            @Nullable String element = PathElements.item(list, item);
            if (element == null || !wanted.has(element)) {
                result.add(item);
                continue;
            }
            int shared = next;
            while (shared < order.size() && !current.has(order.get(shared))) {
                shared++;
            }
            if (shared < order.size() && order.get(shared).equals(element)) {
                for (; next <= shared; next++) {
                    result.add(mergeItem(list, order.get(next), current, wanted));
                }
            }
        }
        for (; next < order.size(); next++) {
            result.add(mergeItem(list, order.get(next), current, wanted));
        }
        return isSame(live, result) ? live : new ArrayNode(Json.NODES, result);
    }

    /// A live item that is there several times is not merged with: which one would it be?
    private static JsonNode mergeItem(ListOf list, String element, Items current, Items wanted) {
        @Nullable JsonNode item = wanted.first(element);
        @Nullable JsonNode live = current.isDuplicate(element) ? null : current.first(element);
        if (item == null) {
            throw new IllegalStateException("no item " + element);
        }
        return live == null ? item : merge(list.element(), live, item);
    }

    private static boolean isSame(ArrayNode live, List<JsonNode> result) {
        if (live.size() != result.size()) {
            return false;
        }
        for (int i = 0; i < result.size(); i++) {
            if (!Json.identical(live.get(i), result.get(i))) {
                return false;
            }
        }
        return true;
    }
}
