package dev.archipelago.apiserver.structural;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Comparing JSON values as Kubernetes does: the number 1 is the same however it was read.
public final class JsonValues {
    private static final double WHOLE_MAX = 9007199254740991d;

    private JsonValues() {}

    /// Whether a number is an integer, or a fraction that happens to be one.
    static boolean isWhole(JsonNode number) {
        return isLong(number) || isWhole(number.doubleValue());
    }

    static boolean isWhole(double number) {
        return Math.abs(number) <= WHOLE_MAX && Math.rint(number) == number;
    }

    static boolean isLong(JsonNode number) {
        return number.isIntegralNumber() && number.canConvertToLong();
    }

    public static boolean same(JsonNode a, JsonNode b) {
        if (a.isNumber() && b.isNumber()) {
            return (isLong(a) && isLong(b)) ? a.longValue() == b.longValue() : a.doubleValue() == b.doubleValue();
        }
        if (a.isObject() && b.isObject()) {
            return sameFields(a, b);
        }
        if (a.isArray() && b.isArray()) {
            return sameItems(a, b);
        }
        return a.equals(b);
    }

    private static boolean sameFields(JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> field : a.properties()) {
            JsonNode other = b.get(field.getKey());
            if (other == null || !same(field.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameItems(JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!same(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Something that is equal for same values and can be looked up.
    static Object key(JsonNode value) {
        if (value.isString()) {
            return value.stringValue();
        }
        if (value.isNumber()) {
            return isLong(value) ? (Object) value.longValue() : (Object) value.doubleValue();
        }
        return value.isContainer() ? List.of(SchemaText.value(value)) : value;
    }

    /// In the order that Kubernetes prints them.
    static List<String> sortedNames(JsonNode object) {
        List<String> names = new ArrayList<>(object.propertyNames());
        Collections.sort(names);
        return names;
    }
}
