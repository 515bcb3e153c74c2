package dev.archipelago.apiserver.structural;

import dev.archipelago.api.errors.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Checks that the defaults in a schema are values that the schema accepts.
final class DefaultsCheck {
    private final RuleChecker.Factory rules;
    private final List<FieldError> errors = new ArrayList<>();

    private DefaultsCheck(RuleChecker.Factory rules) {
        this.rules = rules;
    }

    static List<FieldError> check(String path, SchemaNode node, RuleChecker.Factory rules) {
        DefaultsCheck check = new DefaultsCheck(rules);
        check.visit(path, node);
        return check.errors;
    }

    private void visit(String path, SchemaNode node) {
        if (!node.below().defaults()) {
            return;
        }
        if (node.defaultValue() != null) {
            checkDefault(path + ".default", node, node.defaultValue());
        }
        if (node.items() != null) {
            visit(path + ".items", node.items());
        }
        for (Map.Entry<String, SchemaNode> property : node.properties().entrySet()) {
            visit(path + ".properties[" + property.getKey() + "]", property.getValue());
        }
    }

    private void checkDefault(String path, SchemaNode node, JsonNode value) {
        if (!Pruning.prune(node, value.deepCopy(), node.embedded()).isEmpty()) {
            errors.add(FieldError.invalid(path, SchemaText.value(value), "must not have unknown fields"));
        }
        List<FieldError> wrong = SchemaWalk.validate(path, node, value);
        if (wrong.isEmpty() && node.hasRules()) {
            RuleChecker checker = rules.of(node, node.embedded());
            wrong = checker.check(path, value, value);
            if (wrong.isEmpty()) {
                wrong = checker.check(path, value, null);
            }
        }
        errors.addAll(wrong);
    }
}
