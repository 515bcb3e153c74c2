package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.cel.PolicyExpression.Result;
import dev.archipelago.apiserver.structural.StructuralSchema;
import dev.archipelago.model.schema.Struct;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks the expressions of a policy against the kinds that it is about. What it finds are warnings: expressions are
/// evaluated without types, so that one that does not fit a kind may still fit its objects.
public final class PolicyTypeCheck {
    private final JsonNode spec;
    private final List<Kind> kinds;
    private final @Nullable Kind params;

    /// A kind of objects.
    ///
    /// @param label such as `apps/v1, Kind=Deployment`
    /// @param schema of a built-in kind
    /// @param custom the schema that the author of a custom kind wrote
    public record Kind(String label, Struct schema, Optional<JsonNode> custom) {}

    /// What is wrong with an expression.
    ///
    /// @param field such as `spec.validations[0].expression`
    public record Warning(String field, String text) {}

    /// @param type of the objects
    private record Typed(CelType type, CelTypeProvider types) {}

    private PolicyTypeCheck(JsonNode spec, List<Kind> kinds, @Nullable Kind params) {
        this.spec = spec;
        this.kinds = kinds;
        this.params = params;
    }

    /// Checks a policy.
    ///
    /// @param spec of a ValidatingAdmissionPolicy
    /// @param kinds that it is about
    /// @param params the kind of its parameters, if it is known
    public static List<Warning> check(JsonNode spec, List<Kind> kinds, @Nullable Kind params) {
        return new PolicyTypeCheck(spec, kinds, params).check();
    }

    private List<Warning> check() {
        List<PolicyCompiler> compilers = new ArrayList<>();
        for (Kind kind : kinds) {
            compilers.add(compiler(typed(kind), params == null ? null : typed(params)));
        }
        List<Warning> warnings = new ArrayList<>();
        JsonNode validations = spec.path("validations");
        for (int i = 0; i < validations.size(); i++) {
            for (String field : List.of("expression", "messageExpression")) {
                String expression = validations.path(i).path(field).asString("");
                String found = expression.isBlank() ? "" : check(compilers, expression);
                if (!found.isEmpty()) {
                    warnings.add(new Warning("spec.validations[" + i + "]." + field, found));
                }
            }
        }
        return warnings;
    }

    private String check(List<PolicyCompiler> compilers, String expression) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < compilers.size(); i++) {
            try {
                compilers.get(i).compile(expression, Result.ANYTHING, true);
            } catch (ExpressionException e) {
                String text = String.valueOf(e.getMessage());
                String issue = text.startsWith(Environment.COMPILATION_FAILED)
                        ? text.substring(Environment.COMPILATION_FAILED.length())
                        : text;
                found.add(kinds.get(i).label() + ": " + issue + '\n');
            }
        }
        return String.join("\n", found);
    }

    private PolicyCompiler compiler(Typed object, @Nullable Typed parameter) {
        boolean hasParams = spec.path("paramKind").isObject();
        CelType paramType = parameter != null ? parameter.type() : hasParams ? SimpleType.DYN : null;
        List<CelTypeProvider> types =
                parameter == null ? List.of(object.types()) : List.of(object.types(), parameter.types());
        PolicyCompiler compiler = new PolicyCompiler(types, object.type(), paramType, false);
        for (JsonNode variable : spec.path("variables")) {
            try {
                compiler.declare(
                        variable.path("name").asString(""),
                        variable.path("expression").asString(""));
            } catch (ExpressionException said) {
                // An expression that names it is not held against a variable's own fault.
            }
        }
        return compiler;
    }

    private static Typed typed(Kind kind) {
        if (kind.custom().isEmpty()) {
            return new Typed(BuiltinTypes.of(kind.schema()), new BuiltinTypes());
        }
        Shapes shapes = new Shapes();
        Shape shape = shapes.of(
                StructuralSchema.of(kind.custom().get(), CelRules.factory()).root(), true, "objectType");
        return new Typed(shape == null ? SimpleType.DYN : shape.type(), shapes.types());
    }
}
