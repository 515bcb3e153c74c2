package dev.archipelago.apiserver.admission.matching;

import dev.archipelago.api.selector.LabelSelector;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Which requests a webhook, a policy or the binding of a policy is about.
///
/// @param excluded rules for requests that it is not about, whatever the others say
/// @param equivalent whether a rule for one version of a resource is a rule for all of them
/// @param unruled whether it is about all requests when it has no rules
public record MatchCriteria(
        List<ResourceRule> rules,
        List<ResourceRule> excluded,
        boolean equivalent,
        LabelSelector namespaceSelector,
        LabelSelector objectSelector,
        boolean unruled) {

    /// Of a webhook.
    public static MatchCriteria ofWebhook(JsonNode webhook) {
        return of(webhook, webhook.path("rules"), false);
    }

    /// Of a policy or the binding of one: matches everything when it does not say.
    ///
    /// @param resources a MatchResources
    public static MatchCriteria of(JsonNode resources) {
        return of(resources, resources.path("resourceRules"), true);
    }

    private static MatchCriteria of(JsonNode json, JsonNode rules, boolean unruled) {
        return new MatchCriteria(
                ResourceRule.all(rules),
                ResourceRule.all(json.path("excludeResourceRules")),
                json.path("matchPolicy").asString("Equivalent").equals("Equivalent"),
                selector(json.path("namespaceSelector")),
                selector(json.path("objectSelector")),
                unruled);
    }

    private static LabelSelector selector(JsonNode selector) {
        return selector.isObject() ? LabelSelector.of(selector) : LabelSelector.everything();
    }
}
