package dev.archipelago.apiserver.structural;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.Limits.Bound;
import dev.archipelago.apiserver.structural.Limits.Numbers;
import dev.archipelago.apiserver.structural.Limits.Text;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The checks of a single value against its schema; [SchemaWalk] goes from value to value.
final class ValueChecks {
    private final Report report;

    ValueChecks(Report report) {
        this.report = report;
    }

    /// Kubernetes names the format instead of the type when a value other than text misses a schema with a format.
    void checkType(SchemaNode node, JsonNode value) {
        JsonType type = node.type();
        boolean formatted = node.limits().format() != null
                || (node.limits().numbers() != null
                        && !node.limits().numbers().format().isEmpty());
        if (type == JsonType.ANY && !formatted) {
            return;
        }
        report.count(1);
        if (type.admits(value)) {
            report.count(1);
        } else if (formatted && !value.isString() && !value.isArray()) {
            report.wrongType(node.format(), nativeFormat(value));
        } else {
            report.wrongType(type.text(), typeName(value));
        }
    }

    private static String typeName(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> "string";
            case NUMBER -> JsonValues.isLong(value) ? "integer" : "number";
            case BOOLEAN -> "boolean";
            case ARRAY -> "array";
            case OBJECT -> "object";
            case NULL, MISSING, BINARY, POJO -> "null";
        };
    }

    private static String nativeFormat(JsonNode value) {
        if (!value.isNumber()) {
            return "";
        }
        return JsonValues.isLong(value) ? "int64" : "float64";
    }

    void checkText(Limits limits, String text) {
        report.count(1);
        Text wanted = limits.text();
        if (wanted != null) {
            checkText(wanted, text);
        }
        TextFormat format = limits.format();
        if (format != null) {
            report.count(1);
            if (!format.test().test(text)) {
                report.wrongType(format.name(), text);
            }
        }
    }

    private void checkText(Text wanted, String text) {
        long max = wanted.length().max();
        long min = wanted.length().min();
        if (text.length() > max && text.codePointCount(0, text.length()) > max) {
            report.tooLong(max);
        } else if (min > 0 && text.codePointCount(0, text.length()) < min) {
            report.invalid(SchemaText.quoted(text), "should be at least " + min + " chars long");
        } else if (wanted.pattern() != null && !wanted.pattern().isIn(text)) {
            report.invalid(SchemaText.quoted(text), "should match '" + wanted.pattern() + "'");
        }
    }

    void checkNumber(SchemaNode node, JsonNode value) {
        report.count(2);
        Numbers wanted = node.limits().numbers();
        if (wanted == null) {
            return;
        }
        checkRange(node.type(), wanted.format(), value);
        double number = value.doubleValue();
        Double factor = wanted.multipleOf();
        if (factor != null) {
            checkMultiple(factor, value);
        }
        Bound minimum = wanted.minimum();
        if (minimum != null && (minimum.exclusive() ? number <= minimum.value() : number < minimum.value())) {
            bound(value, minimum, minimum.exclusive() ? "greater than " : "greater than or equal to ");
        }
        Bound maximum = wanted.maximum();
        if (maximum != null && (maximum.exclusive() ? number >= maximum.value() : number > maximum.value())) {
            bound(value, maximum, maximum.exclusive() ? "less than " : "less than or equal to ");
        }
    }

    private void checkRange(JsonType type, String format, JsonNode value) {
        boolean outside = (format.equals("int32") && !(value.canConvertToInt() || !JsonValues.isLong(value)))
                || (format.equals("float") && Math.abs(value.doubleValue()) > Float.MAX_VALUE);
        if (outside) {
            report.general(
                    "Checked value must be of type " + type.text() + " with format " + format + " in " + report.path());
        }
    }

    private void checkMultiple(double factor, JsonNode value) {
        if (factor <= 0) {
            report.invalidPlain(
                    SchemaText.number(factor),
                    "factor MultipleOf declared for " + report.path() + " must be positive: "
                            + SchemaText.number(factor));
            return;
        }
        boolean multiple = (JsonValues.isLong(value) && JsonValues.isWhole(factor))
                ? value.longValue() % (long) factor == 0
                : JsonValues.isWhole(factor < 1 ? 1 / factor * value.doubleValue() : value.doubleValue() / factor);
        if (!multiple) {
            report.invalid(SchemaText.value(value), "should be a multiple of " + limit(value, factor));
        }
    }

    private void bound(JsonNode value, Bound bound, String relation) {
        report.invalid(SchemaText.value(value), "should be " + relation + limit(value, bound.value()));
    }

    private static String limit(JsonNode value, double limit) {
        return JsonValues.isLong(value) && JsonValues.isWhole(limit)
                ? Long.toString((long) limit)
                : SchemaText.number(limit);
    }

    void checkEnum(Limits limits, JsonNode value) {
        report.count(1);
        List<JsonNode> wanted = limits.values();
        if (wanted == null) {
            return;
        }
        for (JsonNode candidate : wanted) {
            // Kubernetes lets null pass no enum, not even one that lists it.
            if (!value.isNull() && JsonValues.same(candidate, value)) {
                return;
            }
        }
        List<String> supported = new ArrayList<>(wanted.size());
        for (JsonNode candidate : wanted) {
            String text = candidate.isString() ? candidate.stringValue() : SchemaText.value(candidate);
            supported.add(SchemaText.quoted(text));
        }
        report.add(
                FieldError.Type.NOT_SUPPORTED,
                SchemaText.value(value),
                "supported values: " + String.join(", ", supported));
    }
}
