package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.cel.Environment.Scope;
import dev.archipelago.apiserver.structural.ValidationRule;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compiles the rules of one schema.
final class RuleCompiler {
    private static final String OLD_SELF = "oldSelf";

    private final Scope plain;
    private @Nullable Scope optional;
    private final Shape shape;
    private final Shapes shapes;

    private record Outcome(@Nullable CelAbstractSyntaxTree tree, String error) {}

    RuleCompiler(Shape shape, Shapes shapes) {
        this.shape = shape;
        this.shapes = shapes;
        this.plain = scope(shape.type());
    }

    private Scope scope(CelType oldSelf) {
        return Scope.of(Environment.compiler()
                .setTypeProvider(shapes.types())
                .addVar("self", shape.type())
                .addVar(OLD_SELF, oldSelf));
    }

    List<CompiledRule> compile(List<ValidationRule> rules) {
        List<CompiledRule> compiled = new ArrayList<>(rules.size());
        for (ValidationRule rule : rules) {
            compiled.add(compile(rule));
        }
        return List.copyOf(compiled);
    }

    private CompiledRule compile(ValidationRule rule) {
        Scope scope = rule.seesOptionalOldSelf() ? optionalScope() : plain;
        Outcome main = check(scope, rule.rule(), SimpleType.BOOL, "", "cel expression must evaluate to a bool");
        if (main.tree() == null) {
            return new CompiledRule(rule, null, false, main.error(), null, "", 0, 0, false);
        }
        Outcome message = rule.messageExpression().isEmpty()
                ? new Outcome(null, "")
                : check(
                        scope,
                        rule.messageExpression(),
                        SimpleType.STRING,
                        "messageExpression ",
                        "must evaluate to a string");
        return new CompiledRule(
                rule,
                program(main.tree()),
                usesOldSelf(main.tree()),
                "",
                message.tree() == null ? null : program(message.tree()),
                message.error(),
                CostEstimator.cost(main.tree(), shape),
                message.tree() == null ? 0 : CostEstimator.cost(message.tree(), shape),
                isQuadratic(main.tree()));
    }

    private Scope optionalScope() {
        Scope scope = optional;
        if (scope == null) {
            scope = scope(OptionalType.create(shape.type()));
            optional = scope;
        }
        return scope;
    }

    private static Outcome check(Scope scope, String expression, CelType type, String prefix, String wrongType) {
        try {
            return new Outcome(scope.check(expression, Set.of(type), wrongType), "");
        } catch (ExpressionException e) {
            return new Outcome(null, prefix + e.getMessage());
        }
    }

    private static CelRuntime.Program program(CelAbstractSyntaxTree tree) {
        try {
            return Environment.runtime().createProgram(tree);
        } catch (CelEvaluationException e) {
            throw new IllegalStateException("a checked expression cannot be planned", e);
        }
    }

    private static boolean usesOldSelf(CelAbstractSyntaxTree tree) {
        for (CelReference reference : tree.getReferenceMap().values()) {
            if (reference.name().equals(OLD_SELF)) {
                return true;
            }
        }
        return false;
    }

    static boolean isQuadratic(CelAbstractSyntaxTree tree) {
        for (CelReference reference : tree.getReferenceMap().values()) {
            for (String overload : reference.overloadIds()) {
                if (overload.contains("sets") || overload.contains("distinct")) {
                    return true;
                }
            }
        }
        return false;
    }
}
