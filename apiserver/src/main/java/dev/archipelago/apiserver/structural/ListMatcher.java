package dev.archipelago.apiserver.structural;

import dev.archipelago.model.schema.Schema.ListType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Finds the item of an old list that an item of the new one was, by the keys of a list that is a map. Items of other
/// lists cannot be told apart, so they match nothing.
public final class ListMatcher {
    private static final ListMatcher NOTHING = new ListMatcher(List.of(), Map.of());

    private final List<String> keys;
    private final Map<Object, JsonNode> items;

    private ListMatcher(List<String> keys, Map<Object, JsonNode> items) {
        this.keys = keys;
        this.items = items;
    }

    public static ListMatcher of(SchemaNode list, @Nullable JsonNode old) {
        if (old == null || !old.isArray() || old.isEmpty() || list.listType() != ListType.MAP) {
            return NOTHING;
        }
        Map<Object, JsonNode> items = new HashMap<>();
        for (JsonNode item : old) {
            Object key = key(list.listKeys(), item);
            if (key != null) {
                items.putIfAbsent(key, item);
            }
        }
        return new ListMatcher(list.listKeys(), items);
    }

    public @Nullable JsonNode match(JsonNode item) {
        if (items.isEmpty()) {
            return null;
        }
        Object key = key(keys, item);
        return key == null ? null : items.get(key);
    }

    private static @Nullable Object key(List<String> keys, JsonNode item) {
        List<Object> parts = new ArrayList<>(keys.size());
        for (String name : keys) {
            JsonNode part = item.path(name);
            if (!part.isValueNode() || part.isNull()) {
                return null;
            }
            parts.add(JsonValues.key(part));
        }
        return parts;
    }
}
