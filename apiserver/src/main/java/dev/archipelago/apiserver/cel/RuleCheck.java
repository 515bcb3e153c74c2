package dev.archipelago.apiserver.cel;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.SchemaNode;
import dev.archipelago.apiserver.structural.SchemaText;
import dev.archipelago.apiserver.structural.ValidationRule;
import dev.archipelago.model.schema.Schema.ListType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Checks the rules of a definition: that they compile, and that those about a change are where old and new values
/// can be told to belong together.
final class RuleCheck {
    private final List<FieldError> errors = new ArrayList<>();

    private RuleCheck() {}

    static List<FieldError> check(String path, SchemaNode root) {
        RuleCheck check = new RuleCheck();
        check.visit(path, RuleTree.of(root, true), null);
        return check.errors;
    }

    /// @param uncorrelatable the outermost list whose items cannot be matched with those it had before
    private void visit(String path, RuleTree tree, @Nullable String uncorrelatable) {
        for (Map.Entry<String, RuleTree> property : tree.properties().entrySet()) {
            visit(path + ".properties[" + property.getKey() + "]", property.getValue(), uncorrelatable);
        }
        if (tree.values() != null) {
            visit(path + ".additionalProperties", tree.values(), uncorrelatable);
        }
        if (tree.items() != null) {
            boolean matched = tree.node().listType() == ListType.MAP || uncorrelatable != null;
            visit(path + ".items", tree.items(), matched ? uncorrelatable : path);
        }
        if (!tree.node().rules().isEmpty() && tree.shape() == null) {
            errors.add(new FieldError(
                    FieldError.Type.INTERNAL,
                    path + ".x-kubernetes-validations",
                    "",
                    "failed to convert to declType for CEL validation rules"));
        }
        for (int i = 0; i < tree.rules().size(); i++) {
            check(path + ".x-kubernetes-validations[" + i + "]", tree.rules().get(i), uncorrelatable);
        }
    }

    private void check(String path, CompiledRule compiled, @Nullable String uncorrelatable) {
        ValidationRule rule = compiled.rule();
        if (!compiled.error().isEmpty()) {
            errors.add(FieldError.invalid(path + ".rule", describe(rule), compiled.error()));
        }
        if (!compiled.messageError().isEmpty()) {
            errors.add(FieldError.invalid(path + ".messageExpression", describe(rule), compiled.messageError()));
        }
        if (compiled.usesOldSelf()) {
            if (uncorrelatable != null) {
                errors.add(FieldError.invalid(
                        path + ".rule",
                        SchemaText.quoted(rule.rule()),
                        "oldSelf cannot be used on the uncorrelatable portion of the schema within " + uncorrelatable));
            }
        } else if (rule.optionalOldSelf() != null) {
            errors.add(FieldError.invalid(
                    path + ".optionalOldSelf",
                    rule.optionalOldSelf().toString(),
                    "may not be set if oldSelf is not used in rule"));
        }
    }

    /// The rule as Kubernetes prints it, with the names that it has in Go and in their order.
    private static String describe(ValidationRule rule) {
        ObjectNode text = JsonNodeFactory.instance.objectNode();
        text.put("Rule", rule.rule());
        text.put("Message", rule.message());
        text.put("MessageExpression", rule.messageExpression());
        text.put("Reason", rule.reason().isEmpty() ? null : rule.reason());
        text.put("FieldPath", rule.fieldPath());
        text.put("OptionalOldSelf", rule.optionalOldSelf());
        return text.toString();
    }
}
