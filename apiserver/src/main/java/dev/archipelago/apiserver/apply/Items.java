package dev.archipelago.apiserver.apply;

import dev.archipelago.model.schema.Schema.ListOf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// The items of a list that is a set or a map, by their path elements and in their order. Items that have no
/// element are not in it.
final class Items {
    private final ListOf list;
    private final @Nullable ArrayNode array;
    private final Map<String, JsonNode> byElement;
    private Set<String> duplicates = Set.of();

    private Items(ListOf list, @Nullable ArrayNode array) {
        this.list = list;
        this.array = array;
        this.byElement = array == null ? Map.of() : LinkedHashMap.newLinkedHashMap(array.size());
    }

    static Items of(ListOf list, @Nullable ArrayNode array) {
        Items items = new Items(list, array);
        if (array != null) {
            for (JsonNode item : array) {
                @Nullable String element = PathElements.item(list, item);
                if (element != null && items.byElement.putIfAbsent(element, item) != null) {
                    items.duplicates = items.duplicates.isEmpty() ? new HashSet<>() : items.duplicates;
                    items.duplicates.add(element);
                }
            }
        }
        return items;
    }

    Set<String> elements() {
        return byElement.keySet();
    }

    @Nullable
    JsonNode first(String element) {
        return byElement.get(element);
    }

    boolean has(String element) {
        return byElement.containsKey(element);
    }

    boolean isDuplicate(String element) {
        return duplicates.contains(element);
    }

    List<JsonNode> all(String element) {
        List<JsonNode> all = new ArrayList<>();
        if (array != null) {
            for (JsonNode item : array) {
                if (element.equals(PathElements.item(list, item))) {
                    all.add(item);
                }
            }
        }
        return all;
    }
}
