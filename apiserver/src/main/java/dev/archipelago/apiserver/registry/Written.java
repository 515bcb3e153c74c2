package dev.archipelago.apiserver.registry;

import dev.archipelago.apiserver.objects.Json;
import tools.jackson.databind.node.ObjectNode;

/// The result of a write: the object as stored, in the stored version and with its resourceVersion.
///
/// @param json as clients see it when they use the stored version
public record Written(byte[] json, Effect effect) {

    public enum Effect {
        CREATED,
        UPDATED,
        UNCHANGED,
        DELETED
    }

    public ObjectNode tree() {
        return Json.parse(json);
    }
}
