package dev.archipelago.apiserver.table;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// Any value as the text of a cell: strings bare, objects and lists as JSON with sorted keys.
final class ValueText {
    private ValueText() {}

    static String of(JsonNode value) {
        if (value.isNull()) {
            return "<no value>";
        }
        if (value.isContainer()) {
            StringBuilder out = new StringBuilder();
            write(value, out);
            return out.toString();
        }
        return value.isFloatingPointNumber() ? decimal(value.doubleValue(), -4, 6) : value.asString("");
    }

    private static void write(JsonNode value, StringBuilder out) {
        if (value.isObject()) {
            Map<String, JsonNode> sorted = new TreeMap<>();
            value.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
            String separator = "{";
            for (Map.Entry<String, JsonNode> field : sorted.entrySet()) {
                out.append(separator).append(quoted(field.getKey())).append(':');
                write(field.getValue(), out);
                separator = ",";
            }
            out.append(sorted.isEmpty() ? "{}" : "}");
        } else if (value.isArray()) {
            String separator = "[";
            for (JsonNode element : value) {
                out.append(separator);
                write(element, out);
                separator = ",";
            }
            out.append(value.isEmpty() ? "[]" : "]");
        } else if (value.isString()) {
            out.append(quoted(value.stringValue()));
        } else {
            out.append(value.isFloatingPointNumber() ? decimal(value.doubleValue(), -6, 21) : value.toString());
        }
    }

    private static String quoted(String text) {
        // Kubernetes keeps JSON safe to embed in web pages.
        return StringNode.valueOf(text)
                .toString()
                .replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e");
    }

    /// The shortest digits, with an exponent only where it is below the least or not below the most.
    private static String decimal(double number, int least, int most) {
        if (number == 0) {
            return "0";
        }
        BigDecimal shortest = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= least && exponent < most) {
            return shortest.toPlainString();
        }
        String mantissa = shortest.movePointLeft(exponent).toPlainString();
        return "%se%s%02d".formatted(mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }
}
