package dev.archipelago.apiserver.apply;

import java.util.Iterator;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// JSON values as text and in the order that Kubernetes has for them inside path elements. Its encoder escapes `<`,
/// `>` and `&`, and writes numbers without a fraction as integers.
final class JsonText {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private JsonText() {}

    static void append(StringBuilder out, JsonNode value) {
        if (value.isString()) {
            quote(out, value.stringValue());
        } else if (value.isArray()) {
            out.append('[');
            for (int i = 0; i < value.size(); i++) {
                append(i == 0 ? out : out.append(','), value.path(i));
            }
            out.append(']');
        } else if (value.isObject()) {
            appendObject(out, value);
        } else if (value.isFloatingPointNumber() && value.doubleValue() == Math.rint(value.doubleValue())) {
            out.append(value.decimalValue().toBigInteger());
        } else {
            out.append(value.isNull() ? "null" : value.asString());
        }
    }

    private static void appendObject(StringBuilder out, JsonNode value) {
        char before = '{';
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            quote(out.append(before), field.getKey());
            append(out.append(':'), field.getValue());
            before = ',';
        }
        out.append(before == '{' ? "{}" : "}");
    }

    static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '<', '>', '&', '\u2028', '\u2029' -> unicode(out, c);
                default -> {
                    if (c < ' ') {
                        unicode(out, c);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static void unicode(StringBuilder out, char c) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(HEX[(c >> shift) & 0xf]);
        }
    }

    /// Numbers, then strings, booleans, lists, objects and null.
    static int compare(JsonNode a, JsonNode b) {
        if (rank(a) != rank(b)) {
            return Integer.compare(rank(a), rank(b));
        }
        if (a.isNumber()) {
            return a.decimalValue().compareTo(b.decimalValue());
        }
        if (a.isString()) {
            return a.stringValue().compareTo(b.stringValue());
        }
        if (a.isBoolean()) {
            return Boolean.compare(a.booleanValue(), b.booleanValue());
        }
        Iterator<JsonNode> left = a.iterator();
        Iterator<JsonNode> right = b.iterator();
        while (left.hasNext() && right.hasNext()) {
            int order = compare(left.next(), right.next());
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(left.hasNext(), right.hasNext());
    }

    private static int rank(JsonNode value) {
        if (value.isNumber()) {
            return 0;
        } else if (value.isString()) {
            return 1;
        } else if (value.isBoolean()) {
            return 2;
        } else if (value.isArray()) {
            return 3;
        }
        return value.isObject() ? 4 : 5;
    }
}
