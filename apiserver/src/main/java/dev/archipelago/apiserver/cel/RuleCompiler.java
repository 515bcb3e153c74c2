package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.structural.ValidationRule;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.validator.CelValidator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compiles the rules of one schema.
final class RuleCompiler {
    private static final String OLD_SELF = "oldSelf";

    private final Scope plain;
    private @Nullable Scope optional;
    private final Shape shape;
    private final Shapes shapes;

    /// The environment of rules that see `oldSelf` in one way.
    private record Scope(CelCompiler compiler, CelValidator validator) {}

    private record Outcome(@Nullable CelAbstractSyntaxTree tree, String error) {}

    RuleCompiler(Shape shape, Shapes shapes) {
        this.shape = shape;
        this.shapes = shapes;
        this.plain = scope(shape.type());
    }

    private Scope scope(CelType oldSelf) {
        CelCompiler compiler = Environment.compiler()
                .setTypeProvider(shapes.types())
                .addVar("self", shape.type())
                .addVar(OLD_SELF, oldSelf)
                .build();
        return new Scope(compiler, Environment.validator(compiler));
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
        Outcome main = check(
                scope, rule.rule(), "compilation failed: ", SimpleType.BOOL, "cel expression must evaluate to a bool");
        if (main.tree() == null) {
            return new CompiledRule(rule, null, false, main.error(), null, "", false);
        }
        Outcome message = rule.messageExpression().isEmpty()
                ? new Outcome(null, "")
                : check(
                        scope,
                        rule.messageExpression(),
                        "messageExpression compilation failed: ",
                        SimpleType.STRING,
                        "messageExpression must evaluate to a string");
        return new CompiledRule(
                rule,
                program(main.tree()),
                usesOldSelf(main.tree()),
                "",
                message.tree() == null ? null : program(message.tree()),
                message.error(),
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

    private static Outcome check(Scope scope, String expression, String failure, CelType type, String wrongType) {
        try {
            CelValidationResult result = scope.compiler().compile(expression);
            if (!result.hasError()) {
                result = scope.validator().validate(result.getAst());
            }
            if (result.hasError()) {
                return new Outcome(null, failure + result.getErrorString());
            }
            CelAbstractSyntaxTree tree = result.getAst();
            return tree.getResultType().equals(type) ? new Outcome(tree, "") : new Outcome(null, wrongType);
        } catch (CelValidationException e) {
            return new Outcome(null, failure + e.getMessage());
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

    private static boolean isQuadratic(CelAbstractSyntaxTree tree) {
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
