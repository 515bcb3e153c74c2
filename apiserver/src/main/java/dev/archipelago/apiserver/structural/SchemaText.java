package dev.archipelago.apiserver.structural;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/// Values as Kubernetes prints them in messages.
public final class SchemaText {

    private SchemaText() {}

    /// Strings quoted, numbers plain, anything else as JSON with its fields sorted.
    public static String value(JsonNode value) {
        if (value.isString()) {
            return quoted(value.stringValue());
        }
        if (value.isNumber()) {
            return JsonValues.isLong(value) ? value.asString() : number(value.doubleValue());
        }
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(JsonNode value, StringBuilder out) {
        if (value.isObject()) {
            char before = '{';
            for (String name : JsonValues.sortedNames(value)) {
                quote(name, out.append(before), true);
                write(value.path(name), out.append(':'));
                before = ',';
            }
            out.append(before == '{' ? "{}" : "}");
        } else if (value.isArray()) {
            char before = '[';
            for (JsonNode item : value) {
                write(item, out.append(before));
                before = ',';
            }
            out.append(before == '[' ? "[]" : "]");
        } else if (value.isString()) {
            quote(value.stringValue(), out, true);
        } else if (value.isFloatingPointNumber()) {
            out.append(number(value.doubleValue(), -6, 20));
        } else {
            out.append(value.isNull() ? "null" : value.asString());
        }
    }

    /// A number that may have a fraction: `5`, `0.5`, `1e+06`.
    public static String number(double number) {
        return number(number, -4, 5);
    }

    private static String number(double number, int plainExponentMin, int plainExponentMax) {
        if (number == 0 || Double.isNaN(number) || Double.isInfinite(number)) {
            return number == 0 ? "0" : Double.toString(number);
        }
        BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= plainExponentMin && exponent <= plainExponentMax) {
            return exact.toPlainString();
        }
        String digits = exact.unscaledValue().abs().toString();
        String fraction = digits.length() == 1 ? "" : '.' + digits.substring(1);
        String sign = exponent < 0 ? "-" : "+";
        String power = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return (number < 0 ? "-" : "") + digits.charAt(0) + fraction + 'e' + sign + power;
    }

    public static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        quote(text, out, false);
        return out.toString();
    }

    private static void quote(String text, StringBuilder out, boolean json) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '<', '>', '&' -> out.append(json ? "\\u00%02x".formatted((int) c) : String.valueOf(c));
                default -> {
                    if (c < ' ' || c == '\u007f') {
                        out.append((json ? "\\u00%02x" : "\\x%02x").formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
