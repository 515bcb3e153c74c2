package dev.archipelago.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

    /// A write as expressions see it, for any number of conditions.
    public static final class Write {
        private final Map<String, Object> variables;

        public Write(JsonNode object, JsonNode oldObject, JsonNode request) {
            variables = Map.of("object", plain(object), "oldObject", plain(oldObject), "request", plain(request));
        }
    }

    private static Object plain(JsonNode json) {
        return switch (json.getNodeType()) {
            case NULL, MISSING, BINARY, POJO -> NullValue.NULL_VALUE;
            case BOOLEAN -> json.booleanValue();
            case NUMBER -> number(json);
            case STRING -> json.stringValue();
            case ARRAY -> {
                List<Object> items = new ArrayList<>(json.size());
                json.forEach(item -> items.add(plain(item)));
                yield items;
            }
            case OBJECT -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                json.properties().forEach(field -> fields.put(field.getKey(), plain(field.getValue())));
                yield fields;
            }
        };
    }

    private static Object number(JsonNode json) {
        if (json.isIntegralNumber() && json.canConvertToLong()) {
            return json.asLong();
        }
        return json.doubleValue();
    }
}
