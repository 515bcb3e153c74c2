package dev.archipelago.apiserver.validation;

import dev.archipelago.api.objects.NameRules;
import dev.archipelago.apiserver.cel.ExpressionException;
import dev.archipelago.apiserver.cel.Identifiers;
import dev.archipelago.apiserver.cel.PolicyCompiler;
import dev.archipelago.apiserver.cel.PolicyExpression.Result;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Admission policies, down to their expressions.
final class PolicyRules {
    /// What is deleted cannot be changed.
    static final List<String> MUTATED_OPERATIONS = List.of("*", "CONNECT", "CREATE", "UPDATE");

    private static final List<String> REASONS =
            List.of("Forbidden", "Invalid", "RequestEntityTooLarge", "Unauthorized");
    private static final List<String> PATCH_TYPES = List.of("ApplyConfiguration", "JSONPatch");
    private static final int ANNOTATIONS_MAX = 20;
    private static final int VALUE_BYTES_MAX = 5 * 1024;

    private PolicyRules() {}

    static void validating(Cursor policy) {
        Cursor spec = policy.field("spec");
        boolean params = spec.has("paramKind");
        common(spec, WebhookRules.OPERATIONS);
        PolicyCompiler compiler = PolicyCompiler.validating(params);
        variables(spec.field("variables"), compiler);
        Cursor validations = spec.field("validations");
        Cursor annotations = spec.field("auditAnnotations");
        if (validations.isEmpty() && annotations.isEmpty()) {
            String detail = "validations or auditAnnotations must contain at least one item";
            validations.required(detail);
            annotations.required(detail);
        }
        for (int i = 0; i < validations.size(); i++) {
            validation(validations.element(i), compiler);
        }
        annotations(annotations, policy.field("metadata").text("name"), compiler);
    }

    static void mutating(Cursor policy) {
        Cursor spec = policy.field("spec");
        boolean params = spec.has("paramKind");
        common(spec, MUTATED_OPERATIONS);
        Numbers.requireOneOf(spec.field("reinvocationPolicy"), WebhookRules.REINVOCATION);
        PolicyCompiler compiler = PolicyCompiler.mutating(params);
        variables(spec.field("variables"), compiler);
        Cursor mutations = spec.field("mutations");
        if (mutations.isEmpty()) {
            mutations.required("mutations must contain at least one item");
        }
        for (int i = 0; i < mutations.size(); i++) {
            mutation(mutations.element(i), compiler);
        }
    }

    private static void common(Cursor spec, List<String> operations) {
        Numbers.oneOf(spec.field("failurePolicy"), WebhookRules.FAILURE_POLICIES);
        if (spec.has("paramKind")) {
            paramKind(spec.field("paramKind"));
        }
        Cursor constraints = spec.field("matchConstraints");
        if (!constraints.present()) {
            constraints.required();
        } else {
            BindingRules.matchResources(constraints, operations);
            if (constraints.isEmpty("resourceRules")) {
                constraints.field("resourceRules").required();
            }
        }
        conditions(spec.field("matchConditions"), spec.has("paramKind"));
    }

    private static void paramKind(Cursor kind) {
        Cursor apiVersion = kind.field("apiVersion");
        String[] parts = apiVersion.text().split("/", -1);
        if (apiVersion.text().isEmpty()) {
            apiVersion.required();
        } else if (parts.length > 2) {
            apiVersion.invalid("unexpected GroupVersion string: " + apiVersion.text());
        } else {
            if (parts.length == 2) {
                for (String problem : Formats.dnsSubdomain(parts[0])) {
                    apiVersion.invalid(parts[0], problem);
                }
            }
            String version = parts[parts.length - 1];
            String problem = NameRules.label(version);
            if (!problem.isEmpty()) {
                apiVersion.invalid(version, problem);
            }
        }
        Cursor name = kind.field("kind");
        if (name.text().isEmpty()) {
            name.required();
        } else {
            String problem = NameRules.label(name.text().toLowerCase(Locale.ROOT));
            if (!problem.isEmpty()) {
                name.invalid("may have mixed case, but should otherwise match: " + problem);
            }
        }
    }

    private static void conditions(Cursor conditions, boolean params) {
        if (conditions.size() > WebhookRules.CONDITIONS_MAX) {
            conditions.tooMany(WebhookRules.CONDITIONS_MAX);
            return;
        }
        if (conditions.isEmpty()) {
            return;
        }
        PolicyCompiler compiler = PolicyCompiler.validating(params);
        Set<String> names = new HashSet<>();
        for (int i = 0; i < conditions.size(); i++) {
            Cursor condition = conditions.element(i);
            expression(condition.field("expression"), "", compiler, Result.CONDITION, true);
            Cursor name = condition.field("name");
            if (name.text().isEmpty()) {
                name.required();
            } else {
                Formats.QUALIFIED_NAME.check(name);
                if (!names.add(name.text())) {
                    name.duplicate();
                }
            }
        }
    }

    private static void variables(Cursor variables, PolicyCompiler compiler) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < variables.size(); i++) {
            Cursor name = variables.element(i).field("name");
            Cursor expression = variables.element(i).field("expression");
            if (name.text().isBlank()) {
                name.required("name is not specified");
            } else if (!Identifiers.isIdentifier(name.text())) {
                name.invalid("name is not a valid CEL identifier");
            } else if (!names.add(name.text())) {
                name.duplicate();
            }
            if (expression.text().isBlank()) {
                expression.required("expression is not specified");
                continue;
            }
            try {
                compiler.declare(name.text(), expression.text());
            } catch (ExpressionException e) {
                expression.invalid(String.valueOf(e.getMessage()));
            }
        }
    }

    private static void validation(Cursor validation, PolicyCompiler compiler) {
        expression(validation.field("expression"), "expression is not specified", compiler, Result.CONDITION, true);
        Cursor messageExpression = validation.field("messageExpression");
        if (!messageExpression.text().isEmpty()) {
            if (messageExpression.text().isBlank()) {
                messageExpression.invalid("must be non-empty if specified");
            } else {
                expression(messageExpression, "", compiler, Result.TEXT, false);
            }
        }
        Cursor message = validation.field("message");
        String text = message.text().strip();
        if (!message.text().isEmpty() && text.isEmpty()) {
            message.invalid("message must be non-empty if specified");
        } else if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            message.invalid("message must not contain line breaks");
        }
        if (validation.has("reason")) {
            Numbers.oneOf(validation.field("reason"), REASONS);
        }
    }

    private static void annotations(Cursor annotations, String policy, PolicyCompiler compiler) {
        if (annotations.size() > ANNOTATIONS_MAX) {
            annotations.invalid("must not have more than " + ANNOTATIONS_MAX + " auditAnnotations");
        }
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < annotations.size(); i++) {
            Cursor key = annotations.element(i).field("key");
            for (String problem : Formats.qualifiedName(policy + '/' + key.text())) {
                key.invalid(policy + '/' + key.text(), problem);
            }
            if (!keys.add(key.text())) {
                key.duplicate();
            }
            Cursor value = annotations.element(i).field("valueExpression");
            if (value.text().getBytes(StandardCharsets.UTF_8).length > VALUE_BYTES_MAX) {
                value.required("must not exceed " + VALUE_BYTES_MAX + " bytes in length");
            } else {
                expression(value, "valueExpression is not specified", compiler, Result.TEXT_OR_NULL, true);
            }
        }
    }

    private static void mutation(Cursor mutation, PolicyCompiler compiler) {
        Cursor type = mutation.field("patchType");
        if (type.text().isEmpty()) {
            type.required();
            return;
        }
        Numbers.oneOf(type, PATCH_TYPES);
        boolean isPatch = type.text().equals("JSONPatch");
        Cursor wanted = mutation.field(isPatch ? "jsonPatch" : "applyConfiguration");
        Cursor other = mutation.field(isPatch ? "applyConfiguration" : "jsonPatch");
        if (other.present()) {
            other.invalid("must not be specified when patchType is " + type.text());
        }
        if (!wanted.present()) {
            wanted.required("must be specified when patchType is " + type.text());
        } else {
            expression(
                    wanted.field("expression"),
                    "expression is not specified",
                    compiler,
                    isPatch ? Result.JSON_PATCH : Result.APPLY_CONFIGURATION,
                    true);
        }
    }

    private static void expression(
            Cursor expression, String absent, PolicyCompiler compiler, Result result, boolean authorizer) {
        if (expression.text().isBlank()) {
            expression.required(absent);
            return;
        }
        try {
            compiler.compile(expression.text(), result, authorizer);
        } catch (ExpressionException e) {
            expression.invalid(String.valueOf(e.getMessage()));
        }
    }
}
