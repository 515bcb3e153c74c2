package dev.archipelago.apiserver.validation;

import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Labels, annotations and the selectors over them.
final class LabelRules {
    private static final int ANNOTATIONS_BYTES_MAX = 256 * 1024;

    private LabelRules() {}

    static void labels(Cursor labels) {
        for (Map.Entry<String, JsonNode> label : labels.entries()) {
            Formats.QUALIFIED_NAME.check(labels, label.getKey());
            Formats.LABEL_VALUE.check(labels, label.getValue().asString());
        }
    }

    static void annotations(Cursor annotations) {
        long bytes = 0;
        for (Map.Entry<String, JsonNode> annotation : annotations.entries()) {
            String key = annotation.getKey();
            if (!Formats.qualifiedName(key).isEmpty()) {
                // Case does not matter here, though it does in the prefix of a label.
                for (String problem : Formats.qualifiedName(key.toLowerCase(Locale.ROOT))) {
                    annotations.invalid(key, problem);
                }
            }
            bytes += Characters.bytes(key)
                    + (long) Characters.bytes(annotation.getValue().asString());
        }
        if (bytes > ANNOTATIONS_BYTES_MAX) {
            annotations.tooLong(ANNOTATIONS_BYTES_MAX);
        }
    }

    static void selector(Cursor selector) {
        labels(selector.field("matchLabels"));
        Cursor expressions = selector.field("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            requirement(expressions.element(i));
        }
    }

    private static void requirement(Cursor requirement) {
        Cursor values = requirement.field("values");
        operator(requirement, values);
        Formats.QUALIFIED_NAME.check(requirement.field("key"));
        for (int i = 0; i < values.size(); i++) {
            Formats.LABEL_VALUE.check(values.element(i));
        }
    }

    private static void operator(Cursor requirement, Cursor values) {
        switch (requirement.text("operator")) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    values.required("must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default -> requirement.field("operator").invalid("not a valid selector operator");
        }
    }

    static boolean selectsNothing(Cursor selector) {
        return selector.isEmpty("matchLabels") && selector.isEmpty("matchExpressions");
    }

    static boolean matches(Cursor selector, Cursor labels) {
        for (Map.Entry<String, JsonNode> label : selector.field("matchLabels").entries()) {
            if (!label.getValue().equals(labels.member(label.getKey()))) {
                return false;
            }
        }
        for (JsonNode expression : selector.field("matchExpressions").items()) {
            if (!matches(expression, labels)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(JsonNode expression, Cursor labels) {
        JsonNode value = labels.member(expression.path("key").asString());
        return switch (expression.path("operator").asString()) {
            case "In" -> value != null && contains(expression.path("values"), value);
            case "NotIn" -> value == null || !contains(expression.path("values"), value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            // Anything else has been complained about already.
            default -> true;
        };
    }

    private static boolean contains(JsonNode values, JsonNode value) {
        for (JsonNode each : values) {
            if (each.equals(value)) {
                return true;
            }
        }
        return false;
    }
}
