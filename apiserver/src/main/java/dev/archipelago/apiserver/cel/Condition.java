package dev.archipelago.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import dev.cel.compiler.CelCompiler;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// An expression that is true or false of a write: of its `object`, `oldObject` and `request`.
public final class Condition {
    /// As in Kubernetes: what one evaluation may cost.
    private static final long COST_MAX = 1_000_000;

    private final CelRuntime.Program program;

    private Condition(CelRuntime.Program program) {
        this.program = program;
    }

    /// Compiles an expression.
    ///
    /// @throws ConditionException saying why the expression is not one
    public static Condition compile(String expression) throws ConditionException {
        CelCompiler compiler = Environment.compiler()
                .addVar("object", SimpleType.DYN)
                .addVar("oldObject", SimpleType.DYN)
                .addVar("request", SimpleType.DYN)
                .build();
        try {
            CelValidationResult result = compiler.compile(expression);
            if (!result.hasError()) {
                result = Environment.validator(compiler).validate(result.getAst());
            }
            if (result.hasError()) {
                throw new ConditionException("compilation failed: " + result.getErrorString());
            }
            CelAbstractSyntaxTree tree = result.getAst();
            if (!tree.getResultType().equals(SimpleType.BOOL)
                    && !tree.getResultType().equals(SimpleType.DYN)) {
                throw new ConditionException("must evaluate to bool");
            }
            return new Condition(Environment.runtime().createProgram(tree));
        } catch (CelValidationException | CelEvaluationException e) {
            throw new ConditionException("compilation failed: " + e.getMessage());
        }
    }

    /// Evaluates it.
    ///
    /// @throws ConditionException when it is neither true nor false
    public boolean holds(JsonNode object, JsonNode oldObject, JsonNode request) throws ConditionException {
        Map<String, Object> variables =
                Map.of("object", plain(object), "oldObject", plain(oldObject), "request", plain(request));
        try {
            if (program.trace(variables, new CostMeter(COST_MAX, true)) instanceof Boolean result) {
                return result;
            }
            throw new ConditionException("did not evaluate to bool");
        } catch (CostMeter.ExceededException e) {
            throw new ConditionException(EvaluationErrors.COST_EXCEEDED);
        } catch (CelEvaluationException e) {
            throw new ConditionException(EvaluationErrors.describe(e));
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

    /// An expression that does not compile, or has no answer.
    public static final class ConditionException extends Exception {
        public ConditionException(String message) {
            super(message, null, false, false);
        }
    }
}
