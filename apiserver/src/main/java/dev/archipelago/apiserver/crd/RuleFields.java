package dev.archipelago.apiserver.crd;

import dev.archipelago.apiserver.cel.CelRules;
import dev.archipelago.apiserver.structural.SchemaPath;
import dev.archipelago.apiserver.structural.StructuralSchema;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Checks the fields of CEL rules, before the rules themselves are compiled.
final class RuleFields {
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

    private RuleFields() {}

    static void check(String path, JsonNode schema, Errors errors) {
        JsonNode rules = schema.path("x-kubernetes-validations");
        for (int i = 0; i < rules.size(); i++) {
            String at = path + ".x-kubernetes-validations[" + i + ']';
            checkTexts(at, rules.get(i), errors);
            checkFieldPath(at + ".fieldPath", Json.text(rules.get(i), "fieldPath"), schema, errors);
        }
    }

    private static void checkTexts(String path, JsonNode rule, Errors errors) {
        String expression = Json.text(rule, "rule").strip();
        String message = Json.text(rule, "message");
        if (expression.isEmpty()) {
            errors.required(path + ".rule", "rule is not specified");
        } else if (!message.isEmpty() && message.isBlank()) {
            errors.invalid(path + ".message", message, "must be non-empty if specified");
        } else if (hasLineBreak(message.strip())) {
            errors.invalid(path + ".message", message, "must not contain line breaks");
        } else if (hasLineBreak(expression) && message.isBlank()) {
            errors.required(path + ".message", "message must be specified if rule contains line breaks");
        }
        String messageExpression = Json.text(rule, "messageExpression");
        if (!messageExpression.isEmpty() && messageExpression.isBlank()) {
            errors.required(path + ".messageExpression", "messageExpression must be non-empty if specified");
        }
        JsonNode reason = rule.path("reason");
        if (reason.isString() && !REASONS.contains(reason.stringValue())) {
            errors.notSupported(path + ".reason", reason.stringValue(), REASONS);
        }
    }

    private static void checkFieldPath(String path, String fieldPath, JsonNode schema, Errors errors) {
        if (fieldPath.isEmpty()) {
            return;
        }
        if (fieldPath.isBlank()) {
            errors.invalid(path, fieldPath, "must be non-empty if specified");
        }
        if (hasLineBreak(fieldPath)) {
            errors.invalid(path, fieldPath, "must not contain line breaks");
        }
        SchemaPath found = SchemaPath.follow(
                fieldPath, StructuralSchema.of(schema, CelRules.factory()).root(), true);
        if (found.node() == null) {
            errors.invalid(path, fieldPath, "must be a valid path");
        }
    }

    private static boolean hasLineBreak(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }
}
