package dev.archipelago.federation.render.overrides;

import dev.archipelago.apiserver.objects.Json;
import tools.jackson.databind.JsonNode;

/// How exactly the selectors of a policy say that it is for an object, from not at all to by name.
enum Exactness {
    NONE,
    ALL,
    LABELS,
    NAME;

    /// Of several selectors the most exact counts; without one a policy is for everything.
    static Exactness of(Policy policy, JsonNode object) {
        JsonNode selectors = policy.spec().path("resourceSelectors");
        Exactness most = selectors.isEmpty() ? ALL : NONE;
        for (int i = 0; i < selectors.size(); i++) {
            Place place = Place.of(policy).at("resourceSelectors").item(i);
            Exactness exactness = of(selectors.path(i), object, place);
            most = exactness.compareTo(most) > 0 ? exactness : most;
        }
        return most;
    }

    private static Exactness of(JsonNode selector, JsonNode object, Place place) {
        JsonNode metadata = object.path("metadata");
        boolean kind = Json.text(selector, "apiVersion").equals(Json.text(object, "apiVersion"))
                && Json.text(selector, "kind").equals(Json.text(object, "kind"));
        if (!kind || !isAnyOr(Json.text(selector, "namespace"), Json.text(metadata, "namespace"))) {
            return NONE;
        }
        String name = Json.text(selector, "name");
        if (!name.isEmpty()) {
            return name.equals(Json.text(metadata, "name")) ? NAME : NONE;
        }
        JsonNode labels = selector.path("labelSelector");
        if (!labels.isObject()) {
            return ALL;
        }
        return place.at("labelSelector").selector(labels).matches(ClusterFacts.labels(object)) ? LABELS : NONE;
    }

    private static boolean isAnyOr(String wanted, String actual) {
        return wanted.isEmpty() || wanted.equals(actual);
    }
}
