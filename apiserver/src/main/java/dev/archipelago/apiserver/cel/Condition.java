package dev.archipelago.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// An expression that is true or false of a write: of its `object`, `oldObject` and `request`.
public final class Condition {
    /// As in Kubernetes: what one evaluation may cost.
    private static final long COST_MAX = 1_000_000;

    private static final Environment.Scope SCOPE = Environment.Scope.of(Environment.compiler()
            .addVar("object", SimpleType.DYN)
            .addVar("oldObject", SimpleType.DYN)
            .addVar("request", SimpleType.DYN));
    private static final Set<CelType> TYPES = Set.of(SimpleType.BOOL, SimpleType.DYN);

    private final CelRuntime.Program program;

    private Condition(CelRuntime.Program program) {
        this.program = program;
    }

    /// Compiles an expression.
    ///
    /// @throws ExpressionException saying why the expression is not a condition
    public static Condition compile(String expression) throws ExpressionException {
        CelAbstractSyntaxTree tree = SCOPE.check(expression, TYPES, "must evaluate to bool");
        try {
            return new Condition(Environment.runtime().createProgram(tree));
        } catch (CelEvaluationException e) {
            throw new ExpressionException(Environment.COMPILATION_FAILED + e.getMessage());
        }
    }

    /// Evaluates it.
    ///
    /// @throws ExpressionException when it is neither true nor false
    public boolean holds(Write write) throws ExpressionException {
        try {
            if (program.trace(write.variables, new CostMeter(COST_MAX, true)) instanceof Boolean result) {
                return result;
            }
            throw new ExpressionException("did not evaluate to bool");
        } catch (CostMeter.ExceededException e) {
            throw new ExpressionException(EvaluationErrors.COST_EXCEEDED);
        } catch (CelEvaluationException e) {
            throw new ExpressionException(EvaluationErrors.describe(e));
        }
    }

    /// A write as expressions see it, for any number of conditions. Nobody may change the trees meanwhile.
    public static final class Write {
        private final Map<String, Object> variables;

        public Write(JsonNode object, JsonNode oldObject, JsonNode request) {
            variables = Map.of(
                    "object",
                    DynamicValues.of(object),
                    "oldObject",
                    DynamicValues.of(oldObject),
                    "request",
                    DynamicValues.of(request));
        }
    }
}
