package dev.archipelago.apiserver.cel;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.SchemaNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Checks that the rules of a definition cannot cost too much, each and all together, whatever objects come. The limits
/// are those of Kubernetes.
final class CostCheck {
    private static final long RULE_COST_MAX = 10_000_000;
    private static final long TOTAL_COST_MAX = 100_000_000;
    private static final int BLAMED_MAX = 4;

    /// Nothing says how many values there can be.
    private static final long UNBOUNDED = -1;

    private final List<FieldError> errors = new ArrayList<>();
    private final List<Contribution> contributions = new ArrayList<>();
    private long total;

    private record Contribution(String path, long cost) {}

    private CostCheck() {}

    static List<FieldError> check(String path, SchemaNode root) {
        CostCheck check = new CostCheck();
        check.visit(path, RuleTree.of(root, true), 1);
        check.checkTotal(path);
        return check.errors;
    }

    /// @param cardinality how many values of this schema one object can have
    private void visit(String path, RuleTree tree, long cardinality) {
        for (Map.Entry<String, RuleTree> property : tree.properties().entrySet()) {
            visit(path + ".properties[" + property.getKey() + "]", property.getValue(), cardinality);
        }
        long within = cardinality == UNBOUNDED || tree.node().sizeMax() < 0
                ? UNBOUNDED
                : Cost.times(cardinality, tree.node().sizeMax());
        if (tree.values() != null) {
            visit(path + ".additionalProperties", tree.values(), within);
        }
        if (tree.items() != null) {
            visit(path + ".items", tree.items(), within);
        }
        for (int i = 0; i < tree.rules().size(); i++) {
            check(
                    path + ".x-kubernetes-validations[" + i + "]",
                    tree,
                    tree.rules().get(i),
                    cardinality);
        }
    }

    private void check(String path, RuleTree tree, CompiledRule rule, long cardinality) {
        Shape shape = tree.shape();
        long times = cardinality != UNBOUNDED || shape == null
                ? cardinality
                : Magnitude.REQUEST_BYTES_MAX / (Magnitude.bytesMin(shape) + 1);
        observe(path + ".rule", "estimated rule cost", Cost.times(rule.cost(), times));
        observe(path + ".messageExpression", "estimated messageExpression cost", rule.messageCost());
    }

    private void observe(String path, String what, long cost) {
        if (cost > RULE_COST_MAX) {
            errors.add(FieldError.forbidden(path, exceeds(what, cost, RULE_COST_MAX)));
        }
        total = Cost.plus(total, cost);
        // What is less than a hundredth of the limit is not what made it so much.
        if (cost >= TOTAL_COST_MAX / 100) {
            contributions.add(new Contribution(path, cost));
        }
    }

    private void checkTotal(String path) {
        if (total <= TOTAL_COST_MAX) {
            return;
        }
        contributions.sort(Comparator.comparingLong(Contribution::cost).reversed());
        for (Contribution contribution : contributions.subList(0, Math.min(BLAMED_MAX, contributions.size()))) {
            errors.add(FieldError.forbidden(
                    contribution.path,
                    "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"));
        }
        errors.add(FieldError.forbidden(
                path,
                exceeds(
                        "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
                        total,
                        TOTAL_COST_MAX)));
    }

    private static String exceeds(String what, long cost, long limit) {
        double factor = (double) cost / limit;
        String times =
                factor > 100 ? "more than 100x" : String.format(Locale.ROOT, factor < 1.5 ? "%fx" : "%.1fx", factor);
        return "%s exceeds budget by factor of %s (try simplifying the rule, or adding maxItems, maxProperties, and"
                        .formatted(what, times)
                + " maxLength where arrays, maps, and strings are declared)";
    }
}
