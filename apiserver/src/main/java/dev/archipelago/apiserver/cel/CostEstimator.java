package dev.archipelago.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelSelect;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Estimates what an expression costs at most, before there is any value to evaluate it on. The units are those of
/// Kubernetes, so that a definition is accepted here if it is accepted there: a step is 1, a text costs a tenth of its
/// length, and a loop its body for each element that the schema lets in.
final class CostEstimator {
    private static final long LIST_COST = 10;
    private static final long MAP_COST = 30;
    private static final long STRUCT_COST = 40;

    private final CelAbstractSyntaxTree tree;
    private final Map<String, Magnitude> variables = new HashMap<>();

    /// @param cost of the expression and all within it
    record Estimate(long cost, Magnitude value) {}

    private CostEstimator(CelAbstractSyntaxTree tree, Shape self) {
        this.tree = tree;
        variables.put("self", Magnitude.of(self));
        variables.put("oldSelf", Magnitude.of(self));
    }

    /// @param self what `self` and `oldSelf` are
    static long cost(CelAbstractSyntaxTree tree, Shape self) {
        return new CostEstimator(tree, self).estimate(tree.getExpr()).cost();
    }

    private Estimate estimate(CelExpr expression) {
        return switch (expression.getKind()) {
            case CONSTANT -> new Estimate(0, constant(expression.constant()));
            case IDENT -> {
                Magnitude known = variables.get(expression.ident().name());
                yield new Estimate(1, known == null ? Magnitude.of(type(expression)) : known);
            }
            case SELECT -> select(expression, expression.select());
            case CALL -> call(expression);
            case LIST -> list(expression);
            case MAP -> map(expression);
            case STRUCT -> {
                long cost = STRUCT_COST;
                for (CelExpr.CelStruct.Entry entry : expression.struct().entries()) {
                    cost = Cost.plus(cost, estimate(entry.value()).cost());
                }
                yield new Estimate(cost, Magnitude.ONE);
            }
            case COMPREHENSION -> loop(expression.comprehension());
            case NOT_SET -> new Estimate(0, Magnitude.ONE);
        };
    }

    private CelType type(CelExpr expression) {
        return tree.getType(expression.id()).orElse(SimpleType.DYN);
    }

    private static Magnitude constant(CelConstant constant) {
        return switch (constant.getKind()) {
            case STRING_VALUE ->
                Magnitude.of(constant.stringValue()
                        .codePointCount(0, constant.stringValue().length()));
            case BYTES_VALUE -> Magnitude.of(constant.bytesValue().size());
            default -> Magnitude.ONE;
        };
    }

    private Estimate select(CelExpr expression, CelSelect select) {
        Estimate operand = estimate(select.operand());
        if (select.testOnly()) {
            return new Estimate(operand.cost(), Magnitude.ONE);
        }
        CelKind kind = type(select.operand()).kind();
        boolean step = kind == CelKind.MAP || kind == CelKind.STRUCT || kind == CelKind.TYPE_PARAM;
        return new Estimate(
                Cost.plus(operand.cost(), step ? 1 : 0), operand.value().field(select.field(), type(expression)));
    }

    private Estimate call(CelExpr expression) {
        long cost = 0;
        List<Magnitude> operands = new ArrayList<>();
        List<Long> costs = new ArrayList<>();
        CelExpr.CelCall call = expression.call();
        if (call.target().isPresent()) {
            Estimate target = estimate(call.target().get());
            cost = target.cost();
            operands.add(target.value());
        }
        for (CelExpr argument : call.args()) {
            Estimate estimated = estimate(argument);
            operands.add(estimated.value());
            costs.add(estimated.cost());
        }
        if (call.function().equals("_?_:_")) {
            // Only one of the two is evaluated.
            long branch = Math.max(costs.get(1), costs.get(2));
            return new Estimate(Cost.plus(costs.get(0), branch), operands.get(1).union(operands.get(2)));
        }
        for (long argument : costs) {
            cost = Cost.plus(cost, argument);
        }
        Estimate own = CallCost.of(call.function(), call.target().isPresent(), operands, type(expression));
        return new Estimate(Cost.plus(cost, own.cost()), own.value());
    }

    private Estimate list(CelExpr expression) {
        long cost = LIST_COST;
        @Nullable Magnitude element = null;
        for (CelExpr item : expression.list().elements()) {
            Estimate estimated = estimate(item);
            cost = Cost.plus(cost, estimated.cost());
            element = element == null ? estimated.value() : element.union(estimated.value());
        }
        int size = expression.list().elements().size();
        return new Estimate(cost, new Magnitude(size, null, element));
    }

    private Estimate map(CelExpr expression) {
        long cost = MAP_COST;
        @Nullable Magnitude element = null;
        for (CelExpr.CelMap.Entry entry : expression.map().entries()) {
            Estimate value = estimate(entry.value());
            cost = Cost.plus(cost, Cost.plus(estimate(entry.key()).cost(), value.cost()));
            element = element == null ? value.value() : element.union(value.value());
        }
        return new Estimate(cost, new Magnitude(expression.map().entries().size(), null, element));
    }

    private Estimate loop(CelComprehension loop) {
        Estimate range = estimate(loop.iterRange());
        Estimate start = estimate(loop.accuInit());
        Map<String, Magnitude> outer = new HashMap<>(variables);
        CelType type = type(loop.iterRange());
        boolean isMap = type.kind() == CelKind.MAP;
        Magnitude element = range.value().elementOf(elementType(type));
        Magnitude key = isMap ? range.value().key() : Magnitude.ONE;
        if (loop.iterVar2().isEmpty()) {
            variables.put(loop.iterVar(), isMap ? key : element);
        } else {
            variables.put(loop.iterVar(), key);
            variables.put(loop.iterVar2(), element);
        }
        variables.put(loop.accuVar(), start.value());
        Estimate step = estimate(loop.loopStep());
        long turn = Cost.plus(estimate(loop.loopCondition()).cost(), step.cost());
        // What a loop collects has at most as many elements as it has turns.
        boolean collects = loop.accuInit().getKind() != CelExpr.ExprKind.Kind.CONSTANT;
        Magnitude collected = collects ? step.value().withSize(range.value().size()) : start.value();
        long cost = Cost.plus(
                Cost.plus(range.cost(), start.cost()), Cost.times(range.value().size(), turn));
        variables.clear();
        variables.putAll(outer);
        variables.put(loop.accuVar(), collected);
        cost = Cost.plus(cost, estimate(loop.result()).cost());
        variables.clear();
        variables.putAll(outer);
        return new Estimate(cost, collected);
    }

    private static CelType elementType(CelType type) {
        return switch (type) {
            case ListType list when list.hasElemType() -> list.elemType();
            case MapType map -> map.valueType();
            default -> SimpleType.DYN;
        };
    }
}
