package dev.archipelago.api.patch;

import dev.archipelago.api.objects.Json;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Merges two lists item by item: objects by their merge key, other values by themselves.
final class ListMerge {
    private final Field field;
    private final Schema element;
    private final PatchTarget place;
    private final List<JsonNode> items = new ArrayList<>();
    private final List<Object> keys = new ArrayList<>();
    /// Where an item of a key is in `items`, the first if the object has several.
    private final Map<Object, Integer> positions = new HashMap<>();

    private ListMerge(Field field, PatchTarget place) {
        this.field = field;
        this.element = field.schema() instanceof Schema.ListOf list ? list.element() : new Schema.Any();
        this.place = place;
    }

    /// Merges a list of the patch into one of the object.
    ///
    /// @param order the `$setElementOrder` list, if there is one
    static ArrayNode merge(
            ArrayNode current, ArrayNode patch, @Nullable ArrayNode order, Field field, PatchTarget place) {
        if (current.isEmpty() && patch.isEmpty()) {
            return current;
        }
        boolean objects = ofObjects(current, patch, place);
        if (objects && field.mergeKey() == null) {
            throw place.doesNotFit("cannot merge lists without merge key");
        }
        ListMerge merge = new ListMerge(field, place);
        if (order != null) {
            merge.checkOrder(patch, order, objects);
        }
        return objects ? merge.objects(current, patch, order) : merge.scalars(current, patch, order);
    }

    static ArrayNode without(ArrayNode list, ArrayNode deleted) {
        Set<Object> keys = new HashSet<>();
        for (JsonNode item : deleted) {
            keys.add(key(item));
        }
        ArrayNode rest = new ArrayNode(Json.NODES, list.size());
        for (JsonNode item : list) {
            if (!keys.contains(key(item))) {
                rest.add(item);
            }
        }
        return rest;
    }

    private ArrayNode scalars(ArrayNode current, ArrayNode patch, @Nullable ArrayNode order) {
        for (JsonNode item : current) {
            // A patch that only orders keeps duplicates; one that adds makes the list a set.
            appendUnless(!patch.isEmpty() && positions.containsKey(key(item)), key(item), item);
        }
        List<Object> currentKeys = List.copyOf(keys);
        for (JsonNode item : patch) {
            appendUnless(positions.containsKey(key(item)), key(item), item);
        }
        return arranged(keysOf(order == null ? patch : order, false), currentKeys);
    }

    private void appendUnless(boolean present, Object key, JsonNode item) {
        if (!present) {
            positions.putIfAbsent(key, items.size());
            items.add(item);
            keys.add(key);
        }
    }

    private ArrayNode objects(ArrayNode current, ArrayNode patch, @Nullable ArrayNode order) {
        Set<Object> deleted = new HashSet<>();
        boolean replaces = false;
        for (int i = 0; i < patch.size(); i++) {
            if (patch.get(i) instanceof ObjectNode item && item.has(Directives.PATCH)) {
                switch (Directives.patch(item, place.item(i))) {
                    case DELETE -> deleted.add(mergeKey(item, i));
                    case REPLACE -> replaces = true;
                    case MERGE -> {}
                }
            }
        }
        if (!replaces) {
            appendCurrent(current, deleted);
        }
        int kept = keys.size();
        List<Object> patchKeys = new ArrayList<>();
        for (int i = 0; i < patch.size(); i++) {
            ObjectNode item = (ObjectNode) patch.get(i);
            if (Directives.patch(item, place.item(i)) == Directives.Patch.MERGE) {
                Object key = mergeKey(item, i);
                patchKeys.add(key);
                mergeItem(key, item, i);
            }
        }
        if (order == null) {
            return arranged(patchKeys, keys.subList(0, kept));
        }
        // As Kubernetes does it: where an order is given, new items take the last places that deleted ones leave.
        int places = Math.clamp(current.size(), kept, keys.size());
        return arranged(keysOf(order, true), keys.subList(0, places));
    }

    private void appendCurrent(ArrayNode current, Set<Object> deleted) {
        for (JsonNode item : current) {
            @Nullable JsonNode value = item.get(field.mergeKey());
            // An item without its key cannot be named by any patch; it is its own key.
            Object key = value == null ? item : key(value);
            appendUnless(deleted.contains(key), key, item);
        }
    }

    private void mergeItem(Object key, ObjectNode item, int index) {
        @Nullable Integer position = positions.get(key);
        if (position == null) {
            appendUnless(false, key, Directives.stripObject(item));
        } else {
            ObjectNode current = (ObjectNode) items.get(position);
            items.set(position, StrategicMergePatch.merge(current, item, element, place.item(index)));
        }
    }

    /// Puts the items in their final order: those in `order` as it says, the others as they were, the two interleaved
    /// by the order the object had.
    private ArrayNode arranged(List<Object> order, List<Object> currentKeys) {
        Map<Object, Integer> ranks = ranks(order);
        Map<Object, Integer> currentRanks = ranks(currentKeys);
        List<Integer> named = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            (ranks.containsKey(keys.get(i)) ? named : others).add(i);
        }
        named.sort((a, b) -> Integer.compare(rank(ranks, a), rank(ranks, b)));
        ArrayNode result = new ArrayNode(Json.NODES, items.size());
        int next = 0;
        for (int other : others) {
            while (next < named.size() && rank(currentRanks, named.get(next)) <= rank(currentRanks, other)) {
                result.add(items.get(named.get(next++)));
            }
            result.add(items.get(other));
        }
        while (next < named.size()) {
            result.add(items.get(named.get(next++)));
        }
        return result;
    }

    /// New items have the lowest rank: they go before what the object had at that point.
    private int rank(Map<Object, Integer> ranks, int item) {
        return ranks.getOrDefault(keys.get(item), -1);
    }

    private static Map<Object, Integer> ranks(List<Object> keys) {
        Map<Object, Integer> ranks = HashMap.newHashMap(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            ranks.putIfAbsent(keys.get(i), i);
        }
        return ranks;
    }

    /// What the patch sets must be in the order list, in the same relative order.
    private void checkOrder(ArrayNode patch, ArrayNode order, boolean objects) {
        List<Object> orderKeys = keysOf(order, objects);
        if (orderKeys.isEmpty()) {
            return;
        }
        int next = 0;
        for (int i = 0; i < patch.size(); i++) {
            JsonNode item = patch.get(i);
            if (objects && item.has(Directives.PATCH)) {
                continue;
            }
            Object key = objects ? mergeKey((ObjectNode) item, i) : key(item);
            while (next < orderKeys.size() && !orderKeys.get(next).equals(key)) {
                next++;
            }
            if (next++ >= orderKeys.size()) {
                throw place.doesNotFit("The order in patch list doesn't match $setElementOrder list: %s in %s"
                        .formatted(objects ? item.get(field.mergeKey()) : item, order));
            }
        }
    }

    private List<Object> keysOf(ArrayNode list, boolean objects) {
        List<Object> result = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            JsonNode item = list.get(i);
            if (objects && !item.isObject()) {
                throw place.malformed("invalid patch format of setElementOrder list");
            }
            result.add(objects ? mergeKey((ObjectNode) item, i) : key(item));
        }
        return result;
    }

    private Object mergeKey(ObjectNode item, int index) {
        @Nullable JsonNode value = item.get(field.mergeKey());
        if (value == null) {
            throw place.item(index).doesNotFit("does not contain declared merge key: " + field.mergeKey());
        }
        return key(value);
    }

    private static boolean ofObjects(ArrayNode current, ArrayNode patch, PatchTarget place) {
        boolean objects = (current.isEmpty() ? patch : current).get(0).isObject();
        checkItems(current, objects, place);
        checkItems(patch, objects, place);
        return objects;
    }

    private static void checkItems(ArrayNode list, boolean objects, PatchTarget place) {
        for (JsonNode item : list) {
            if (item.isArray()) {
                throw place.doesNotFit("lists of lists are not supported");
            }
            if (item.isObject() != objects) {
                throw place.doesNotFit("list element types are not identical");
            }
        }
    }

    /// Equal for equal values, whichever node type holds a number.
    private static Object key(JsonNode value) {
        if (value.isString()) {
            return value.stringValue();
        }
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return value.longValue();
        }
        return value;
    }
}
