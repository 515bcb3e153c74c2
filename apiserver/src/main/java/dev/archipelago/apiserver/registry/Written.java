package dev.archipelago.apiserver.registry;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Stored;
import tools.jackson.databind.node.ObjectNode;

/// The result of a write: the object in the stored version.
///
/// @param stored its revision is 0 when it was only rehearsed and never had one
public record Written(Stored stored, Effect effect) {

    public enum Effect {
        CREATED,
        UPDATED,
        UNCHANGED,
        DELETED
    }

    /// As clients see it when they use the stored version.
    public byte[] json() {
        return stored.resourceVersion() == 0 ? stored.json() : stored.bytes();
    }

    public ObjectNode tree() {
        return Json.parse(json());
    }
}
