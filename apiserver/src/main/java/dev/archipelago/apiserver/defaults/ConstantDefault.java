package dev.archipelago.apiserver.defaults;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A field that gets a fixed value when it is absent.
///
/// @param replacesZero whether an empty string or a zero counts as absent
record ConstantDefault(String field, JsonNode value, boolean replacesZero) {

    void apply(ObjectNode object) {
        JsonNode present = object.get(field);
        if (present == null || (replacesZero && isZero(present))) {
            // Containers are mutable: each object needs its own.
            object.set(field, value.isContainer() ? value.deepCopy() : value);
        }
    }

    private static boolean isZero(JsonNode value) {
        return value.isString() ? value.stringValue().isEmpty() : value.isInt() && value.intValue() == 0;
    }
}
