package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.apiserver.cel.ExpressionException;
import dev.archipelago.apiserver.cel.PolicyCompiler;
import dev.archipelago.apiserver.cel.PolicyExpression.Result;
import dev.archipelago.apiserver.cel.PolicyInput;
import dev.archipelago.apiserver.cel.PolicyRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The conditions under which a policy applies to a request that it matches: all must hold. They see no variables.
record PolicyConditions(List<Compiled> all) {

    /// @param params whether the policy has parameters
    static PolicyConditions of(JsonNode list, boolean params) {
        if (list.isEmpty()) {
            return new PolicyConditions(List.of());
        }
        PolicyCompiler compiler = PolicyCompiler.validating(params);
        List<Compiled> all = new ArrayList<>();
        for (JsonNode condition : list) {
            all.add(Compiled.of(compiler, condition.path("expression").asString(""), Result.CONDITION, true));
        }
        return new PolicyConditions(List.copyOf(all));
    }

    /// Whether all hold. One that does not decides, whatever is wrong with others.
    boolean hold(PolicyInput input, @Nullable JsonNode params) throws ExpressionException {
        if (all.isEmpty()) {
            return true;
        }
        PolicyRun run = new PolicyRun(Map.of(), input, params, PolicyRun.CONDITIONS_BUDGET);
        @Nullable ExpressionException wrong = null;
        for (Compiled condition : all) {
            try {
                if (!run.holds(condition.get())) {
                    return false;
                }
            } catch (ExpressionException e) {
                wrong = wrong == null ? e : wrong;
            }
        }
        if (wrong != null) {
            throw wrong;
        }
        return true;
    }
}
