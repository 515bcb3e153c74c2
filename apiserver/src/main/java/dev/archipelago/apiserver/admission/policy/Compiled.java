package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.apiserver.cel.ExpressionException;
import dev.archipelago.apiserver.cel.PolicyCompiler;
import dev.archipelago.apiserver.cel.PolicyExpression;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An expression of a stored policy. It compiled when it was stored; should it no longer do so, the policy fails.
///
/// @param expression null when it does not compile
/// @param error why it does not compile, or empty
record Compiled(@Nullable PolicyExpression expression, String error) {

    static Compiled of(PolicyCompiler compiler, String text, PolicyExpression.Result result, boolean authorizer) {
        try {
            return new Compiled(compiler.compile(text, result, authorizer), "");
        } catch (ExpressionException e) {
            return new Compiled(null, "compilation error: " + e.getMessage());
        }
    }

    /// Declares the variables of a policy.
    static void declare(PolicyCompiler compiler, JsonNode variables) {
        for (JsonNode variable : variables) {
            try {
                compiler.declare(
                        variable.path("name").asString(""),
                        variable.path("expression").asString(""));
            } catch (ExpressionException said) {
                // Said by whatever expression names the variable.
            }
        }
    }

    PolicyExpression get() throws ExpressionException {
        if (expression == null) {
            throw new ExpressionException(error);
        }
        return expression;
    }
}
