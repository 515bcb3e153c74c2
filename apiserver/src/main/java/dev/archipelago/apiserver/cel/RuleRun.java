package dev.archipelago.apiserver.cel;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.JsonType;
import dev.archipelago.apiserver.structural.SchemaPath;
import dev.archipelago.apiserver.structural.SchemaText;
import dev.archipelago.apiserver.structural.ValidationRule;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Evaluates the rules of one schema for one value.
final class RuleRun {
    /// As in Kubernetes: what one evaluation may cost.
    private static final long CALL_BUDGET = 1_000_000;

    private static final int MESSAGE_BYTES_MAX = 5 * 1024;

    private final String field;
    private final Shape shape;
    private final RuleWalk.Change change;
    private final Budget budget;
    private final List<FieldError> errors;
    private final Map<String, Object> variables = new HashMap<>();

    RuleRun(String field, Shape shape, RuleWalk.Change change, Budget budget, List<FieldError> errors) {
        this.field = field;
        this.shape = shape;
        this.change = change;
        this.budget = budget;
        this.errors = errors;
        variables.put("self", Values.of(change.value(), shape));
    }

    void run(List<CompiledRule> rules) {
        for (CompiledRule rule : rules) {
            if (budget.isSpent()) {
                return;
            }
            run(rule);
        }
    }

    private void run(CompiledRule compiled) {
        ValidationRule rule = compiled.rule();
        CelRuntime.Program program = compiled.program();
        if (program == null) {
            invalid("rule compile error: " + compiled.error());
            return;
        }
        JsonNode old = change.old();
        if (compiled.usesOldSelf()) {
            if (old == null && !rule.seesOptionalOldSelf()) {
                return;
            }
            Object oldValue = old == null || old.isNull() ? null : Values.of(old, shape);
            variables.put("oldSelf", rule.seesOptionalOldSelf() ? Optional.ofNullable(oldValue) : known(oldValue));
        }
        Result result = evaluate(program, compiled.quadratic());
        if (!result.error().isEmpty()) {
            report(result, rule);
        } else if (!Boolean.TRUE.equals(result.value())) {
            fail(compiled);
        }
    }

    private static Object known(@Nullable Object value) {
        return value == null ? NullValue.NULL_VALUE : value;
    }

    /// @param value null when there is an error
    private record Result(@Nullable Object value, String error) {}

    private Result evaluate(CelRuntime.Program program, boolean quadratic) {
        CostMeter meter = new CostMeter(CALL_BUDGET, quadratic);
        Result result;
        try {
            result = new Result(program.trace(variables, meter), "");
        } catch (CostMeter.ExceededException e) {
            result = new Result(null, EvaluationErrors.COST_EXCEEDED);
        } catch (CelEvaluationException e) {
            result = new Result(null, EvaluationErrors.describe(e));
        }
        return budget.spend(meter.cost()) ? result : new Result(null, EvaluationErrors.BUDGET_EXCEEDED);
    }

    private void report(Result result, ValidationRule rule) {
        String error = result.error();
        if (error.equals(EvaluationErrors.BUDGET_EXCEEDED)) {
            invalid("validation failed due to running out of cost budget, no further validation rules will be run");
        } else if (error.equals(EvaluationErrors.COST_EXCEEDED)) {
            invalid("'" + error + "': no further validation rules will be run due to call cost exceeds limit for rule: "
                    + rule.label());
            budget.spendAll();
        } else if (error.startsWith("no such overload")) {
            invalid("'" + error
                    + "': call arguments did not match a supported operator, function or macro signature for"
                    + " rule: " + rule.label());
        } else {
            invalid(error + " evaluating rule: " + rule.label());
        }
    }

    private void invalid(String detail) {
        JsonType type = shape.node().type();
        String name = type == JsonType.INT_OR_STRING ? "" : type.text();
        errors.add(FieldError.invalid(field, SchemaText.quoted(name), detail));
    }

    private void fail(CompiledRule compiled) {
        if (!compiled.usesOldSelf() && change.isUnchanged()) {
            return;
        }
        ValidationRule rule = compiled.rule();
        String message = compiled.message() == null ? "" : message(compiled.message());
        String detail = message.isEmpty() ? rule.failure() : message;
        JsonNode value = change.value();
        String shown = value.isContainer() ? "" : SchemaText.value(value);
        String at = at(rule.fieldPath());
        errors.add(
                switch (rule.reason()) {
                    case "FieldValueForbidden" -> FieldError.forbidden(at, detail);
                    case "FieldValueRequired" -> FieldError.required(at, detail);
                    case "FieldValueDuplicate" -> FieldError.duplicate(at, shown);
                    default -> FieldError.invalid(at, shown, detail);
                });
    }

    private String at(String fieldPath) {
        if (fieldPath.isEmpty()) {
            return field;
        }
        String below = SchemaPath.follow(fieldPath, shape.node(), true).text();
        return field.equals("<nil>") ? below : field + '.' + below;
    }

    /// What the rule computes as its message; empty when that is no message.
    private String message(CelRuntime.Program program) {
        Result result = evaluate(program, false);
        if (!(result.value() instanceof String text)) {
            return "";
        }
        String message = text.strip();
        boolean fits =
                message.getBytes(StandardCharsets.UTF_8).length <= MESSAGE_BYTES_MAX && message.indexOf('\n') < 0;
        return fits ? message : "";
    }
}
