package dev.archipelago.apiserver.structural;

import dev.archipelago.api.errors.FieldError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Checks that lists that are sets or maps have no item or key twice.
final class ListUniqueness {
    private final FieldPath path = new FieldPath();
    private List<FieldError> errors = List.of();

    private ListUniqueness() {}

    static List<FieldError> validate(SchemaNode node, JsonNode value) {
        if (!node.below().uniqueLists()) {
            return List.of();
        }
        ListUniqueness walk = new ListUniqueness();
        walk.visit(node, value);
        return walk.errors;
    }

    private void visit(SchemaNode node, JsonNode value) {
        if (!node.below().uniqueLists()) {
            return;
        }
        if (value.isArray()) {
            visitList(node, value);
        } else if (value.isObject()) {
            visitObject(node, value);
        }
    }

    private void visitObject(SchemaNode node, JsonNode value) {
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            SchemaNode property = node.properties().get(field.getKey());
            if (property != null) {
                path.child(field.getKey());
                visit(property, field.getValue());
                path.up();
            } else if (node.values() != null) {
                path.key(field.getKey());
                visit(node.values(), field.getValue());
                path.up();
            }
        }
    }

    private void visitList(SchemaNode node, JsonNode list) {
        switch (node.listType()) {
            case ATOMIC -> {}
            case SET -> checkSet(list);
            case MAP -> checkMap(node.listKeys(), list);
        }
        SchemaNode items = node.items();
        if (items != null) {
            for (int i = 0; i < list.size(); i++) {
                path.index(i);
                visit(items, list.get(i));
                path.up();
            }
        }
    }

    private void checkSet(JsonNode list) {
        Map<Object, Integer> seen = new HashMap<>();
        for (int i = 0; i < list.size(); i++) {
            if (isFirstRepetition(seen, JsonValues.key(list.get(i)))) {
                add(i, FieldError.Type.DUPLICATE, list.get(i), "");
            }
        }
    }

    private void checkMap(List<String> keys, JsonNode list) {
        for (int i = 0; i < list.size(); i++) {
            JsonNode item = list.get(i);
            if (!item.isObject() && !item.isNull()) {
                add(i, FieldError.Type.INVALID, item, "must be an object for an array of list-type map");
                return;
            }
        }
        Map<Object, Integer> seen = new HashMap<>();
        for (int i = 0; i < list.size(); i++) {
            List<Object> key = new ArrayList<>(keys.size());
            for (String name : keys) {
                JsonNode part = list.get(i).path(name);
                key.add(part.isMissingNode() ? part : JsonValues.key(part));
            }
            if (isFirstRepetition(seen, key)) {
                add(i, FieldError.Type.DUPLICATE, keyOf(keys, list.get(i)), "");
            }
        }
    }

    private static JsonNode keyOf(List<String> keys, JsonNode item) {
        ObjectNode key = JsonNodeFactory.instance.objectNode();
        for (String name : keys) {
            JsonNode part = item.get(name);
            if (part != null) {
                key.set(name, part);
            }
        }
        return key;
    }

    /// One complaint is enough, however often something comes again.
    private static boolean isFirstRepetition(Map<Object, Integer> seen, Object key) {
        return seen.merge(key, 1, Integer::sum) == 2;
    }

    private void add(int index, FieldError.Type type, JsonNode value, String detail) {
        if (errors.size() >= Findings.ERRORS_MAX) {
            return;
        }
        if (errors.isEmpty()) {
            errors = new ArrayList<>();
        }
        path.index(index);
        errors.add(new FieldError(type, path.toString(), SchemaText.value(value), detail));
        path.up();
    }
}
