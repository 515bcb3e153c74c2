package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.apiserver.admission.matching.MatchCriteria;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A binding of a policy.
///
/// @param criteria the requests it is about, of those that the policy is about
/// @param actions what happens to a request that the policy is against: `Deny`, `Warn`, `Audit`
record PolicyBinding(
        String name,
        String policy,
        MatchCriteria criteria,
        @Nullable ParamRef params,
        List<String> actions) {

    static PolicyBinding of(ObjectNode binding) {
        JsonNode spec = binding.path("spec");
        return new PolicyBinding(
                Meta.name(binding),
                spec.path("policyName").asString(""),
                MatchCriteria.of(spec.path("matchResources")),
                ParamRef.of(spec.path("paramRef")),
                Json.strings(spec, "validationActions"));
    }
}
