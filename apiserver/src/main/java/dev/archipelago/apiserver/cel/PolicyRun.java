package dev.archipelago.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.values.NullValue;
import dev.cel.common.values.StructValue;
import dev.cel.runtime.CelEvaluationException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Evaluates expressions of one policy for one write and one parameter. A variable is evaluated when an expression
/// first names it. Belongs to one thread.
public final class PolicyRun {
    /// As in Kubernetes: what all expressions of a policy together may cost.
    public static final long BUDGET = 10_000_000;

    /// As in Kubernetes: what the conditions under which a policy applies may cost.
    public static final long CONDITIONS_BUDGET = 2_500_000;

    /// As in Kubernetes: what one evaluation may cost.
    private static final long CALL_BUDGET = 1_000_000;

    private static final String OUT_OF_BUDGET =
            "validation failed due to running out of cost budget, no further validation rules will be run";

    private final Map<String, PolicyVariable> declared;
    private final Map<String, Object> values;
    private final Budget budget;

    /// @param declared what [PolicyCompiler#declared()] gives
    /// @param params null when the policy is evaluated without
    public PolicyRun(Map<String, PolicyVariable> declared, PolicyInput input, @Nullable JsonNode params, long budget) {
        this.declared = declared;
        this.budget = new Budget(budget);
        values = new HashMap<>(input.values());
        values.put("params", params == null ? NullValue.NULL_VALUE : DynamicValues.of(params));
        values.put("variables", new Variables());
    }

    public boolean holds(PolicyExpression expression) throws ExpressionException {
        return Boolean.TRUE.equals(evaluate(expression));
    }

    /// The text that an expression evaluates to; nothing when it is none.
    public Optional<String> text(PolicyExpression expression) throws ExpressionException {
        return evaluate(expression) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /// The configuration that an expression of type [PolicyExpression.Result#APPLY_CONFIGURATION] makes.
    public ObjectNode applyConfiguration(PolicyExpression expression) throws ExpressionException {
        return MutationResult.configuration(evaluate(expression));
    }

    /// The operations that an expression of type [PolicyExpression.Result#JSON_PATCH] makes.
    public ArrayNode jsonPatch(PolicyExpression expression) throws ExpressionException {
        return MutationResult.operations(evaluate(expression));
    }

    private Object evaluate(PolicyExpression expression) throws ExpressionException {
        Evaluated evaluated = run(expression);
        if (budget.isSpent()) {
            throw new ExpressionException(OUT_OF_BUDGET);
        }
        if (evaluated.value() == null) {
            throw new ExpressionException(
                    "expression '" + expression.text() + "' resulted in error: " + evaluated.error());
        }
        return evaluated.value();
    }

    /// Whether nothing more can be evaluated.
    public boolean isOutOfBudget() {
        return budget.isSpent();
    }

    /// @param value null when there is an error
    private record Evaluated(@Nullable Object value, String error) {}

    private Evaluated run(PolicyExpression expression) {
        CostMeter meter = new CostMeter(CALL_BUDGET, expression.quadratic());
        try {
            return new Evaluated(expression.program().trace(values, meter), "");
        } catch (CostMeter.ExceededException e) {
            return new Evaluated(null, EvaluationErrors.COST_EXCEEDED);
        } catch (CelEvaluationException e) {
            return new Evaluated(null, EvaluationErrors.describe(e));
        } finally {
            boolean _ = budget.spend(meter.cost());
        }
    }

    /// What `variables` is: it evaluates what an expression names, once.
    // Immutable to the interpreter: the value of a variable never changes.
    @SuppressWarnings("Immutable")
    private final class Variables extends StructValue<String, Object> {
        private final Map<String, Evaluated> known = new HashMap<>();

        @Override
        public Object value() {
            return this;
        }

        @Override
        public boolean isZeroValue() {
            return declared.isEmpty();
        }

        @Override
        public CelType celType() {
            return PolicyTypes.VARIABLES;
        }

        @Override
        public Object select(String name) {
            Evaluated evaluated = known.get(name);
            if (evaluated == null) {
                known.put(name, new Evaluated(null, "refers to itself"));
                evaluated = evaluate(name);
                known.put(name, evaluated);
            }
            if (evaluated.value() == null) {
                throw new VariableException("composited variable \"" + name + "\" " + evaluated.error());
            }
            return evaluated.value();
        }

        private Evaluated evaluate(String name) {
            PolicyVariable variable = declared.get(name);
            if (variable == null) {
                return new Evaluated(null, "is not declared");
            }
            if (variable.expression() == null) {
                return new Evaluated(null, "fails to compile: " + variable.error());
            }
            Evaluated evaluated = run(variable.expression());
            return evaluated.value() == null
                    ? new Evaluated(null, "fails to evaluate: " + evaluated.error())
                    : evaluated;
        }

        @Override
        public Optional<Object> find(String name) {
            return declared.containsKey(name) ? Optional.of(select(name)) : Optional.empty();
        }
    }
}
