package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.objects.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An operation of a JSON patch.
///
/// @param value missing for a removal
record PlaintextOverrider(PolicyField place, String path, Operator operator, JsonNode value) implements Overrider {

    static PlaintextOverrider of(PolicyField place, JsonNode json) {
        Operator operator = Operator.of(place, json);
        return new PlaintextOverrider(place, Json.text(json, "path"), operator, Patches.value(operator, json, place));
    }

    @Override
    public ObjectNode apply(ObjectNode object) {
        return Patches.apply(object, operator, path, value, place.at("path"));
    }
}
