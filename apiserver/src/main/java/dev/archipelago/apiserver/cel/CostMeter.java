package dev.archipelago.apiserver.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.util.Collection;
import java.util.Map;

/// Counts the steps of an evaluation and ends it when they are too many. A step is one part of the expression with a
/// value; large values cost more, because whatever is done to them takes longer.
///
/// Belongs to one evaluation, on one thread.
final class CostMeter implements CelEvaluationListener {
    private final long limit;
    private final boolean quadratic;
    private long cost;

    /// @param quadratic whether the expression compares each item of a list with each of another
    CostMeter(long limit, boolean quadratic) {
        this.limit = limit;
        this.quadratic = quadratic;
    }

    /// Never much more than the limit, however large the step that went over it.
    long cost() {
        return Math.min(cost, limit + 1);
    }

    @Override
    public void callback(CelExpr expression, Object value) {
        cost++;
        if (value instanceof String text) {
            cost += text.length() / 10;
        } else if (value instanceof Collection<?> collection) {
            long size = collection.size();
            cost += quadratic ? size * size / 10 : size / 10;
        } else if (value instanceof Map<?, ?> map) {
            cost += map.size() / 10;
        } else if (value instanceof AuthorizerFunctions.Answer) {
            cost += AuthorizerFunctions.CHECK_COST;
        }
        if (cost > limit) {
            throw new ExceededException();
        }
    }

    /// Ends an evaluation.
    static final class ExceededException extends RuntimeException {
        ExceededException() {
            super("operation cancelled: actual cost limit exceeded", null, false, false);
        }
    }
}
