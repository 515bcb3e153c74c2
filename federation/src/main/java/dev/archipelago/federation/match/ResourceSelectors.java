package dev.archipelago.federation.match;

import dev.archipelago.apiserver.selector.LabelSelector;
import tools.jackson.databind.JsonNode;

/// Which objects a policy is about.
final class ResourceSelectors {
    private ResourceSelectors() {}

    /// How exactly a policy is about an object: by its name, by its labels, or by its kind alone; 0 when it is not.
    static int exactness(JsonNode selectors, Template template) {
        int best = 0;
        for (JsonNode selector : selectors) {
            best = Math.max(best, exactnessOf(selector, template));
        }
        return best;
    }

    private static int exactnessOf(JsonNode selector, Template template) {
        if (!selector.path("apiVersion").asString("").equals(template.kind().apiVersion())
                || !selector.path("kind").asString("").equals(template.kind().name())) {
            return 0;
        }
        String namespace = selector.path("namespace").asString("");
        if (!namespace.isEmpty() && !namespace.equals(template.object().namespace())) {
            return 0;
        }
        String name = selector.path("name").asString("");
        if (!name.isEmpty()) {
            return name.equals(template.object().name()) ? 3 : 0;
        }
        if (selector.path("labelSelector").isObject()) {
            return LabelSelector.of(selector.get("labelSelector"))
                            .matches(template.object().labels())
                    ? 2
                    : 0;
        }
        return 1;
    }
}
