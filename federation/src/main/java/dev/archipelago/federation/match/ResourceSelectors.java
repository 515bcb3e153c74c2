package dev.archipelago.federation.match;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Matches objects against the resource selectors of a policy.
public final class ResourceSelectors {
    /// The policy does not match.
    public static final int NOT = 0;

    public static final int BY_KIND = 1;
    public static final int BY_LABELS = 2;
    public static final int BY_NAME = 3;

    private ResourceSelectors() {}

    /// How exactly a policy matches an object, from [#NOT] to [#BY_NAME]. Of several selectors the most exact counts.
    ///
    /// @throws ApiException INVALID naming the policy and the field, when a selector is invalid
    public static int exactness(Policy policy, Template template) {
        JsonNode selectors = policy.spec().path("resourceSelectors");
        int best = NOT;
        for (int i = 0; i < selectors.size(); i++) {
            JsonNode selector = selectors.path(i);
            int exactness = kindMatches(selector, template) ? exactness(policy, i, selector, template) : NOT;
            best = Math.max(best, exactness);
        }
        return best;
    }

    private static boolean kindMatches(JsonNode selector, Template template) {
        String namespace = selector.path("namespace").asString("");
        return selector.path("kind").asString("").equals(template.kind().name())
                && selector.path("apiVersion")
                        .asString("")
                        .equals(template.kind().apiVersion())
                && (namespace.isEmpty() || namespace.equals(template.object().namespace()));
    }

    private static int exactness(Policy policy, int index, JsonNode selector, Template template) {
        String name = selector.path("name").asString("");
        if (!name.isEmpty()) {
            return name.equals(template.object().name()) ? BY_NAME : NOT;
        }
        JsonNode labels = selector.path("labelSelector");
        if (!labels.isObject()) {
            return BY_KIND;
        }
        try {
            return LabelSelector.of(labels).matches(template.object().labels()) ? BY_LABELS : NOT;
        } catch (ApiException e) {
            String field = "spec.resourceSelectors[" + index + "].labelSelector";
            throw policy.invalid(List.of(FieldError.invalid(field, labels.toString(), String.valueOf(e.getMessage()))));
        }
    }
}
