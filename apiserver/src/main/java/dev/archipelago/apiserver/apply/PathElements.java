package dev.archipelago.apiserver.apply;

import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Elements of field paths, as the text that `FieldsV1` has for them: `f:name` for a field, `k:{"name":"a"}` for
/// an item of a list by its keys, `v:"a"` for an item of a set, `i:0` for an index. The text of an element is
/// canonical, so equal elements are equal strings.
final class PathElements {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String KINDS = "fkvi";

    private PathElements() {}

    static String field(String name) {
        return "f:" + name;
    }

    static boolean isField(String element) {
        return element.charAt(0) == 'f';
    }

    static String name(String fieldElement) {
        return fieldElement.substring(2);
    }

    /// The element of an item of a list that is a set or a map, or null if the item has none: not a scalar in a
    /// set, not an object with at least one key in a map.
    static @Nullable String item(ListOf list, JsonNode item) {
        if (list.listType() == ListType.SET) {
            return item.isContainer() || item.isNull() ? null : value(item);
        }
        return item instanceof ObjectNode object ? key(list, object) : null;
    }

    private static String value(JsonNode value) {
        StringBuilder text = new StringBuilder("v:");
        JsonText.append(text, value);
        return text.toString();
    }

    private static @Nullable String key(ListOf list, ObjectNode item) {
        StringBuilder text = new StringBuilder(48).append("k:{");
        boolean first = true;
        for (String name : sorted(list.mapKeys())) {
            @Nullable JsonNode value = item.get(name);
            if (value == null) {
                value = Shapes.keyDefault(list, name);
            }
            if (value != null) {
                if (!first) {
                    text.append(',');
                }
                first = false;
                JsonText.quote(text, name);
                text.append(':');
                JsonText.append(text, value);
            }
        }
        return first ? null : text.append('}').toString();
    }

    private static List<String> sorted(List<String> names) {
        for (int i = 1; i < names.size(); i++) {
            if (names.get(i - 1).compareTo(names.get(i)) > 0) {
                List<String> copy = new ArrayList<>(names);
                Collections.sort(copy);
                return copy;
            }
        }
        return names;
    }

    /// The canonical text of an element that someone else wrote, or null for a kind of element we do not know.
    ///
    /// @throws IllegalArgumentException if it is malformed
    static @Nullable String canonical(String element) {
        if (element.length() < 2 || element.charAt(1) != ':') {
            throw new IllegalArgumentException("not a path element: " + element);
        }
        return switch (element.charAt(0)) {
            case 'f' -> element;
            case 'k' -> canonicalKey(element);
            case 'v' -> value(content(element));
            case 'i' -> "i:" + Integer.parseInt(element, 2, element.length(), 10);
            default -> null;
        };
    }

    private static String canonicalKey(String element) {
        if (!(content(element) instanceof ObjectNode key)) {
            throw new IllegalArgumentException("not a path element: " + element);
        }
        StringBuilder text = new StringBuilder("k:{");
        for (String name : sorted(List.copyOf(key.propertyNames()))) {
            if (text.length() > 3) {
                text.append(',');
            }
            JsonText.quote(text, name);
            text.append(':');
            JsonText.append(text, key.path(name));
        }
        return text.append('}').toString();
    }

    private static JsonNode content(String element) {
        try {
            JsonNode content = JSON.readTree(element.substring(2));
            if (content.isMissingNode()) {
                throw new IllegalArgumentException("not a path element: " + element);
            }
            return content;
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("not a path element: " + element, malformed);
        }
    }

    /// The order in which Kubernetes writes elements.
    static int compare(String a, String b) {
        char kind = a.charAt(0);
        if (kind != b.charAt(0)) {
            return Integer.compare(KINDS.indexOf(kind), KINDS.indexOf(b.charAt(0)));
        }
        if (kind == 'f' || a.equals(b)) {
            return a.compareTo(b);
        }
        if (kind == 'i') {
            return Integer.compare(Integer.parseInt(a, 2, a.length(), 10), Integer.parseInt(b, 2, b.length(), 10));
        }
        int order = compareStrings(a, b);
        if (order != 0) {
            return order;
        }
        return kind == 'k' ? compareKeys(content(a), content(b)) : JsonText.compare(content(a), content(b));
    }

    /// Compares elements that first differ inside a string, or in a whole number such as a port, without parsing
    /// them; 0 for all others.
    private static int compareStrings(String a, String b) {
        boolean inString = false;
        int length = Math.min(a.length(), b.length());
        for (int i = 2; i < length; i++) {
            char left = a.charAt(i);
            char right = b.charAt(i);
            if (left == '\\' || right == '\\') {
                return 0;
            }
            if (left != right && !inString) {
                return compareWholeNumbers(a, b, i);
            }
            if (left != right) {
                return left == '"' ? -1 : right == '"' ? 1 : Character.compare(left, right);
            }
            inString ^= left == '"';
        }
        return 0;
    }

    /// @param at where the two first differ
    private static int compareWholeNumbers(String a, String b, int at) {
        int start = at;
        while (Character.isDigit(a.charAt(start - 1))) {
            start--;
        }
        int left = endOfDigits(a, start);
        int right = endOfDigits(b, start);
        boolean whole =
                a.charAt(start - 1) == ':' && start < left && start < right && isEnd(a, left) && isEnd(b, right);
        if (!whole || (left == right && at == left)) {
            return 0;
        }
        // Canonical numbers have no zeros in front, so the longer one is the greater.
        return left != right ? Integer.compare(left, right) : Character.compare(a.charAt(at), b.charAt(at));
    }

    private static int endOfDigits(String text, int start) {
        int end = start;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isEnd(String element, int at) {
        return at == element.length() || element.charAt(at) == ',' || element.charAt(at) == '}';
    }

    private static int compareKeys(JsonNode a, JsonNode b) {
        var left = a.properties().iterator();
        var right = b.properties().iterator();
        while (left.hasNext() && right.hasNext()) {
            Map.Entry<String, JsonNode> l = left.next();
            Map.Entry<String, JsonNode> r = right.next();
            int byName = l.getKey().compareTo(r.getKey());
            int order = byName != 0 ? byName : JsonText.compare(l.getValue(), r.getValue());
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(left.hasNext(), right.hasNext());
    }

    /// The element as it is shown in messages: `.spec`, `[name="a"]`, `[="a"]`, `[0]`.
    static String display(String element) {
        return switch (element.charAt(0)) {
            case 'f' -> "." + name(element);
            case 'k' -> displayKey(content(element));
            case 'v' -> "[=" + element.substring(2) + "]";
            default -> "[" + element.substring(2) + "]";
        };
    }

    private static String displayKey(JsonNode key) {
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : key.properties()) {
            parts.add(field.getKey() + "=" + field.getValue());
        }
        return "[" + String.join(",", parts) + "]";
    }
}
