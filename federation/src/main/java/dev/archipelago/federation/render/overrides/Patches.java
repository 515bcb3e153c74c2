package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.patch.JsonPatch;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads and patches the value at a policy's JSON pointer.
final class Patches {
    /// The prefix of the API server's patch errors, which is cut off here as there was no request.
    private static final String PREAMBLE = "the server rejected our request due to an error in our request: ";

    private Patches() {}

    /// Applies one operation of a JSON patch.
    ///
    /// @param value missing for a removal; the result gets a copy
    /// @param place the field of the path in the policy
    static ObjectNode apply(ObjectNode object, Operator operator, String path, JsonNode value, PolicyField place) {
        ObjectNode operation = Json.object().put("op", operator.text()).put("path", path);
        if (operator != Operator.REMOVE) {
            operation.set("value", value.deepCopy());
        }
        try {
            return JsonPatch.apply(object, Json.NODES.arrayNode().add(operation));
        } catch (ApiException e) {
            String why = e.getMessage();
            throw place.invalid(path, why.startsWith(PREAMBLE) ? why.substring(PREAMBLE.length()) : why);
        }
    }

    /// The value of an operation, which only a removal may lack.
    static JsonNode value(Operator operator, JsonNode json, PolicyField place) {
        JsonNode value = json.path("value");
        if (value.isMissingNode() && operator != Operator.REMOVE) {
            throw place.at("value").required("the operator is " + operator.text());
        }
        return value;
    }

    /// The text at a pointer.
    static String text(ObjectNode object, String path, PolicyField place) {
        JsonNode text = object.at(pointer(path, place));
        if (!text.isString()) {
            throw place.invalid(path, text.isMissingNode() ? "the object has no such field" : "the field is not text");
        }
        return text.stringValue();
    }

    private static JsonPointer pointer(String path, PolicyField place) {
        try {
            return JsonPointer.compile(path);
        } catch (IllegalArgumentException e) {
            throw place.invalid(path, "a JSON pointer must begin with \"/\"");
        }
    }
}
