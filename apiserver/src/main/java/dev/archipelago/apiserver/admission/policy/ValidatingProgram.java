package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.cel.ExpressionException;
import dev.archipelago.apiserver.cel.PolicyCompiler;
import dev.archipelago.apiserver.cel.PolicyExpression.Result;
import dev.archipelago.apiserver.cel.PolicyInput;
import dev.archipelago.apiserver.cel.PolicyRun;
import dev.archipelago.apiserver.cel.PolicyVariable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A ValidatingAdmissionPolicy, ready for use.
record ValidatingProgram(
        PolicyConditions conditions,
        Map<String, PolicyVariable> variables,
        List<Check> checks,
        List<Annotation> annotations,
        boolean ignoresFailure) {
    private static final int MESSAGE_BYTES_MAX = 5 * 1024;

    /// An entry of spec.validations.
    ///
    /// @param message what a failure says when the expression for it says nothing; may be empty
    private record Check(
            Compiled expression,
            String text,
            String message,
            @Nullable Compiled messageExpression,
            Reason reason) {}

    /// An entry of spec.auditAnnotations.
    private record Annotation(String key, Compiled value) {}

    /// Why a request is not admitted.
    ///
    /// @param index of the validation
    record Failure(int index, String message, Reason reason) {}

    /// What a policy says of a request.
    ///
    /// @param failures for the binding to act on
    /// @param errors that refuse the request whatever the binding says
    /// @param annotations for the audit
    record Verdict(List<Failure> failures, List<String> errors, Map<String, String> annotations) {
        private static final Verdict NONE = new Verdict(List.of(), List.of(), Map.of());
    }

    static ValidatingProgram of(JsonNode spec) {
        boolean params = spec.path("paramKind").isObject();
        PolicyCompiler compiler = PolicyCompiler.validating(params);
        Compiled.declare(compiler, spec.path("variables"));
        List<Check> checks = new ArrayList<>();
        for (JsonNode validation : spec.path("validations")) {
            String text = validation.path("expression").asString("");
            String message = validation.path("messageExpression").asString("");
            checks.add(new Check(
                    Compiled.of(compiler, text, Result.CONDITION, true),
                    text,
                    validation.path("message").asString("").strip(),
                    message.isBlank() ? null : Compiled.of(compiler, message, Result.TEXT, false),
                    reason(validation.path("reason").asString(""))));
        }
        List<Annotation> annotations = new ArrayList<>();
        for (JsonNode annotation : spec.path("auditAnnotations")) {
            String value = annotation.path("valueExpression").asString("");
            annotations.add(new Annotation(
                    annotation.path("key").asString(""), Compiled.of(compiler, value, Result.TEXT_OR_NULL, true)));
        }
        return new ValidatingProgram(
                PolicyConditions.of(spec.path("matchConditions"), params),
                compiler.declared(),
                List.copyOf(checks),
                List.copyOf(annotations),
                spec.path("failurePolicy").asString("Fail").equals("Ignore"));
    }

    private static Reason reason(String text) {
        return switch (text) {
            case "Unauthorized" -> Reason.UNAUTHORIZED;
            case "Forbidden" -> Reason.FORBIDDEN;
            case "RequestEntityTooLarge" -> Reason.REQUEST_ENTITY_TOO_LARGE;
            default -> Reason.INVALID;
        };
    }

    /// Judges a request with one parameter.
    Verdict judge(PolicyInput input, @Nullable JsonNode params) {
        try {
            if (!conditions.hold(input, params)) {
                return Verdict.NONE;
            }
        } catch (ExpressionException e) {
            return new Verdict(broken(0, e), List.of(), Map.of());
        }
        List<Failure> failures = new ArrayList<>();
        PolicyRun run = new PolicyRun(variables, input, params, PolicyRun.BUDGET);
        for (int i = 0; i < checks.size(); i++) {
            Check check = checks.get(i);
            try {
                if (!run.holds(check.expression.get())) {
                    failures.add(new Failure(i, message(check, run), check.reason));
                }
            } catch (ExpressionException e) {
                if (run.isOutOfBudget()) {
                    return new Verdict(broken(i, e), List.of(), Map.of());
                }
                failures.addAll(broken(i, e));
            }
        }
        List<String> errors = new ArrayList<>();
        Map<String, String> noted = annotations.isEmpty() ? Map.of() : annotate(input, params, errors);
        return new Verdict(failures, errors, noted);
    }

    private List<Failure> broken(int index, ExpressionException e) {
        return ignoresFailure ? List.of() : List.of(new Failure(index, String.valueOf(e.getMessage()), Reason.INVALID));
    }

    private static String message(Check check, PolicyRun run) {
        if (check.messageExpression != null) {
            try {
                String text = run.text(check.messageExpression.get()).orElse("").strip();
                boolean fits =
                        text.getBytes(StandardCharsets.UTF_8).length <= MESSAGE_BYTES_MAX && text.indexOf('\n') < 0;
                if (fits && !text.isEmpty()) {
                    return text;
                }
            } catch (ExpressionException e) {
                if (run.isOutOfBudget()) {
                    return "failed messageExpression: " + e.getMessage();
                }
            }
        }
        return check.message.isEmpty() ? "failed expression: " + check.text.strip() : check.message;
    }

    private Map<String, String> annotate(PolicyInput input, @Nullable JsonNode params, List<String> errors) {
        Map<String, String> noted = new LinkedHashMap<>();
        PolicyRun run = new PolicyRun(variables, input, params, PolicyRun.BUDGET);
        for (Annotation annotation : annotations) {
            try {
                String value = run.text(annotation.value.get()).orElse("").strip();
                if (!value.isEmpty()) {
                    noted.put(annotation.key, value);
                }
            } catch (ExpressionException e) {
                if (!ignoresFailure) {
                    errors.add(String.valueOf(e.getMessage()));
                }
            }
        }
        return noted;
    }
}
