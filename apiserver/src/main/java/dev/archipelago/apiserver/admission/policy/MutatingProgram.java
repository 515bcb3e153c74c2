package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.patch.JsonPatch;
import dev.archipelago.apiserver.apply.Overlay;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.cel.ExpressionException;
import dev.archipelago.apiserver.cel.PolicyCompiler;
import dev.archipelago.apiserver.cel.PolicyExpression.Result;
import dev.archipelago.apiserver.cel.PolicyInput;
import dev.archipelago.apiserver.cel.PolicyRun;
import dev.archipelago.apiserver.cel.PolicyVariable;
import dev.archipelago.apiserver.decode.FieldValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A MutatingAdmissionPolicy, ready for use.
///
/// @param reinvoke whether it is asked again when a later one changed the object
record MutatingProgram(
        PolicyConditions conditions,
        Map<String, PolicyVariable> variables,
        List<Mutation> mutations,
        boolean reinvoke) {

    /// What stays as it is, whatever a policy says.
    private static final List<String> KEPT = List.of(
            "name",
            "generateName",
            "namespace",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "managedFields");

    /// An entry of spec.mutations.
    record Mutation(Compiled expression, boolean isPatch) {}

    static MutatingProgram of(JsonNode spec) {
        boolean params = spec.path("paramKind").isObject();
        PolicyCompiler compiler = PolicyCompiler.mutating(params);
        Compiled.declare(compiler, spec.path("variables"));
        List<Mutation> mutations = new ArrayList<>();
        for (JsonNode mutation : spec.path("mutations")) {
            boolean isPatch = mutation.path("patchType").asString("").equals("JSONPatch");
            String text = mutation.path(isPatch ? "jsonPatch" : "applyConfiguration")
                    .path("expression")
                    .asString("");
            mutations.add(new Mutation(
                    Compiled.of(compiler, text, isPatch ? Result.JSON_PATCH : Result.APPLY_CONFIGURATION, true),
                    isPatch));
        }
        return new MutatingProgram(
                PolicyConditions.of(spec.path("matchConditions"), params),
                compiler.declared(),
                List.copyOf(mutations),
                spec.path("reinvocationPolicy").asString("Never").equals("IfNeeded"));
    }

    /// What one mutation makes of an object of a version.
    ///
    /// @param object is not changed
    /// @throws ExpressionException saying why it makes nothing
    ObjectNode mutate(
            Mutation mutation, ServedResource version, ObjectNode object, PolicyInput input, @Nullable JsonNode params)
            throws ExpressionException {
        PolicyRun run = new PolicyRun(variables, input, params, PolicyRun.BUDGET);
        try {
            ObjectNode mutated = mutation.isPatch
                    ? JsonPatch.applyIfTestsHold(object, run.jsonPatch(mutation.expression.get()))
                            .orElse(object)
                    : overlay(version, object, run.applyConfiguration(mutation.expression.get()));
            ObjectNode own = mutated.deepCopy();
            KEPT.forEach(field -> Meta.copy(object, own, field));
            own.put("apiVersion", version.kind().apiVersion())
                    .put("kind", version.kind().kind());
            return version.decoder()
                    .conformPatched(own, object, FieldValidation.STRICT)
                    .object();
        } catch (ApiException e) {
            throw new ExpressionException(e.getMessage());
        }
    }

    private static ObjectNode overlay(ServedResource version, ObjectNode object, ObjectNode configuration) {
        return Overlay.merge(object, configuration, version.kind().schema());
    }
}
