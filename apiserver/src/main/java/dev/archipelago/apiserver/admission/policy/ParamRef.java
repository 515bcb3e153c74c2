package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.selector.LabelSelector;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The parameters that a binding gives to its policy.
///
/// @param name empty when a selector chooses them
/// @param namespace empty for that of the request
/// @param denies whether requests are refused while there are none
record ParamRef(String name, @Nullable LabelSelector selector, String namespace, boolean denies) {

    static @Nullable ParamRef of(JsonNode ref) {
        if (!ref.isObject()) {
            return null;
        }
        return new ParamRef(
                ref.path("name").asString(""),
                ref.path("selector").isObject() ? LabelSelector.of(ref.path("selector")) : null,
                ref.path("namespace").asString(""),
                ref.path("parameterNotFoundAction").asString("").equals("Deny"));
    }
}
