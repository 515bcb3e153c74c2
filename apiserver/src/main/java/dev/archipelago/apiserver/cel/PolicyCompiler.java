package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.cel.Environment.Scope;
import dev.archipelago.apiserver.cel.PolicyExpression.Result;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.runtime.CelEvaluationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compiles the expressions of one admission policy, its variables first. Belongs to one thread.
public final class PolicyCompiler {
    private final PolicyTypes types;
    private final CelType object;
    private final @Nullable CelType params;
    private final boolean mutating;
    private final Map<String, PolicyVariable> variables = new LinkedHashMap<>();
    private @Nullable Scope scope;
    private @Nullable Scope scopeWithoutAuthorizer;

    /// @param params the type of parameters; null for a policy that has none
    /// @param mutating whether expressions may make the values of mutations
    PolicyCompiler(List<CelTypeProvider> kinds, CelType object, @Nullable CelType params, boolean mutating) {
        types = new PolicyTypes(kinds);
        this.object = object;
        this.params = params;
        this.mutating = mutating;
    }

    /// For a policy that validates objects of any kind.
    ///
    /// @param params whether it has parameters
    public static PolicyCompiler validating(boolean params) {
        return new PolicyCompiler(List.of(), SimpleType.DYN, params ? SimpleType.DYN : null, false);
    }

    /// For a policy that mutates objects of any kind.
    ///
    /// @param params whether it has parameters
    public static PolicyCompiler mutating(boolean params) {
        return new PolicyCompiler(List.of(), SimpleType.DYN, params ? SimpleType.DYN : null, true);
    }

    /// Compiles a variable, which later expressions may name. One that does not compile may be named, too: what is
    /// wrong with it is said once.
    ///
    /// @throws ExpressionException saying why it does not compile
    public void declare(String name, String expression) throws ExpressionException {
        try {
            CelAbstractSyntaxTree tree = check(expression, Result.ANYTHING, true);
            variables.put(name, new PolicyVariable(program(expression, tree), ""));
            types.declare(name, tree.getResultType());
        } catch (ExpressionException e) {
            variables.put(name, new PolicyVariable(null, String.valueOf(e.getMessage())));
            types.declare(name, SimpleType.DYN);
            throw e;
        }
    }

    /// Compiles an expression.
    ///
    /// @param authorizer whether it may ask what users may do
    /// @throws ExpressionException saying why it does not compile, or evaluates to something else
    public PolicyExpression compile(String expression, Result result, boolean authorizer) throws ExpressionException {
        return program(expression, check(expression, result, authorizer));
    }

    private CelAbstractSyntaxTree check(String expression, Result result, boolean authorizer)
            throws ExpressionException {
        types.mutation(mutating ? MutationTypes.of(expression) : null);
        return (authorizer ? scope() : scopeWithoutAuthorizer()).check(expression, expected(result), wrong(result));
    }

    private static Set<CelType> expected(Result result) {
        return switch (result) {
            case CONDITION -> Set.of(SimpleType.BOOL);
            case TEXT -> Set.of(SimpleType.STRING);
            case TEXT_OR_NULL -> Set.of(SimpleType.STRING, SimpleType.NULL_TYPE);
            case APPLY_CONFIGURATION -> Set.of(MutationTypes.OBJECT_TYPE);
            case JSON_PATCH -> Set.of(MutationTypes.PATCH_TYPE);
            case ANYTHING -> Set.of();
        };
    }

    private static String wrong(Result result) {
        return switch (result) {
            case CONDITION -> "must evaluate to bool";
            case TEXT -> "must evaluate to string";
            case TEXT_OR_NULL -> "must evaluate to one of [string null_type]";
            case APPLY_CONFIGURATION -> "must evaluate to Object";
            case JSON_PATCH -> "must evaluate to list(JSONPatch)";
            case ANYTHING -> "";
        };
    }

    private static PolicyExpression program(String expression, CelAbstractSyntaxTree tree) throws ExpressionException {
        try {
            return new PolicyExpression(
                    expression, Environment.runtime().createProgram(tree), RuleCompiler.isQuadratic(tree));
        } catch (CelEvaluationException e) {
            throw new ExpressionException(Environment.COMPILATION_FAILED + e.getMessage());
        }
    }

    private Scope scope() {
        Scope known = scope;
        if (known == null) {
            known = Scope.of(variables()
                    .addVar("authorizer", AuthorizerFunctions.AUTHORIZER_TYPE)
                    .addVar("authorizer.requestResource", AuthorizerFunctions.RESOURCE_TYPE));
            scope = known;
        }
        return known;
    }

    private Scope scopeWithoutAuthorizer() {
        Scope known = scopeWithoutAuthorizer;
        if (known == null) {
            known = Scope.of(variables());
            scopeWithoutAuthorizer = known;
        }
        return known;
    }

    private CelCompilerBuilder variables() {
        CelCompilerBuilder builder = Environment.compiler()
                .setTypeProvider(types)
                .addVar("object", object)
                .addVar("oldObject", object)
                .addVar("request", RequestTypes.REQUEST)
                .addVar("namespaceObject", RequestTypes.NAMESPACE)
                .addVar("variables", PolicyTypes.VARIABLES);
        return params == null ? builder : builder.addVar("params", params);
    }

    /// The variables that have been declared, for [PolicyRun].
    public Map<String, PolicyVariable> declared() {
        return Map.copyOf(variables);
    }
}
