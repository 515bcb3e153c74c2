package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.objects.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Changes labels or annotations. Replace and remove affect existing keys only.
///
/// @param field `labels` or `annotations`
record PairsOverrider(String field, Operator operator, Map<String, String> pairs) implements Overrider {

    static PairsOverrider of(PolicyField place, String field, JsonNode json) {
        Map<String, String> pairs = new LinkedHashMap<>();
        json.path("value").forEachEntry((key, value) -> pairs.put(key, value.asString("")));
        return new PairsOverrider(field, Operator.of(place, json), pairs);
    }

    @Override
    public ObjectNode apply(ObjectNode object) {
        pairs.forEach((key, value) -> change(object, key, value));
        return object;
    }

    private void change(ObjectNode object, String key, String value) {
        boolean there = object.path("metadata").path(field).has(key);
        if (!there && operator != Operator.ADD) {
            return;
        }
        ObjectNode map = Json.child(Json.child(object, "metadata"), field);
        switch (operator) {
            case ADD, REPLACE -> map.put(key, value);
            case REMOVE -> map.remove(key);
        }
    }
}
