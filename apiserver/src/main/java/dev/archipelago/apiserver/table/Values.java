package dev.archipelago.apiserver.table;

import dev.archipelago.api.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reading of values that may not be there.
final class Values {
    static final String NONE = "<none>";
    static final String UNSET = "<unset>";

    private Values() {}

    static JsonNode at(JsonNode node, String... path) {
        JsonNode found = node;
        for (String name : path) {
            found = found.path(name);
        }
        return found;
    }

    static boolean has(JsonNode node, String... path) {
        return isPresent(at(node, path));
    }

    static boolean isPresent(JsonNode node) {
        return !node.isMissingNode() && !node.isNull();
    }

    /// The text at a path, empty where there is none.
    static String text(JsonNode node, String... path) {
        return string(at(node, path));
    }

    /// A quantity in its canonical form, or the text itself where it is none.
    static String quantity(String text) {
        try {
            return Quantity.canonical(text);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    static String string(JsonNode node) {
        return node.isValueNode() && !node.isNull() ? node.asString("") : "";
    }

    static long number(JsonNode node, String... path) {
        JsonNode found = at(node, path);
        return found.isNumber() ? found.longValue() : 0;
    }

    static boolean flag(JsonNode node, String... path) {
        return at(node, path).isBoolean() && at(node, path).booleanValue();
    }

    /// The value, or what stands in for an empty one.
    static String or(String value, String instead) {
        return value.isEmpty() ? instead : value;
    }

    /// The text at a path even if it is empty, or what stands in where there is none.
    static String given(JsonNode node, String absent, String... path) {
        JsonNode found = at(node, path);
        return isPresent(found) ? string(found) : absent;
    }

    /// One field of each element, separated by commas.
    static String joined(JsonNode list, String field) {
        List<String> texts = new ArrayList<>(list.size());
        list.forEach(element -> texts.add(text(element, field)));
        return String.join(",", texts);
    }

    static String joined(JsonNode list) {
        List<String> texts = new ArrayList<>(list.size());
        list.forEach(element -> texts.add(string(element)));
        return String.join(",", texts);
    }

    /// A map of labels as a selector would write it.
    static String labels(JsonNode labels) {
        Map<String, String> sorted = new TreeMap<>();
        labels.properties().forEach(label -> sorted.put(label.getKey(), string(label.getValue())));
        List<String> texts = new ArrayList<>(sorted.size());
        sorted.forEach((key, value) -> texts.add(key + '=' + value));
        return or(String.join(",", texts), NONE);
    }

    /// The first element whose `type` is this one, or null.
    static @Nullable JsonNode ofType(JsonNode list, String type) {
        for (JsonNode element : list) {
            if (text(element, "type").equals(type)) {
                return element;
            }
        }
        return null;
    }

    static boolean isTrue(JsonNode conditions, String type) {
        JsonNode condition = ofType(conditions, type);
        return condition != null && text(condition, "status").equals("True");
    }

    static boolean isDeleted(JsonNode object) {
        return has(object, "metadata", "deletionTimestamp");
    }

    /// At most so many texts, and how many more there are.
    static String firstOf(List<String> texts, int most, String separator) {
        if (texts.size() <= most) {
            return String.join(separator, texts);
        }
        return "%s + %d more...".formatted(String.join(separator, texts.subList(0, most)), texts.size() - most);
    }
}
