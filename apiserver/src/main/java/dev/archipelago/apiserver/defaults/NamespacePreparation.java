package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.elements;
import static dev.archipelago.apiserver.defaults.DefaultMembers.object;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Namespaces go only when what is in them is gone: the finalizer `kubernetes` is set on all, and clients cannot
/// touch the list except through the finalize subresource.
final class NamespacePreparation {
    private static final String FINALIZER = "kubernetes";

    private NamespacePreparation() {}

    static void create(ObjectNode namespace) {
        ObjectNode spec = DefaultMembers.childOf(namespace, "spec");
        for (JsonNode finalizer : elements(spec, "finalizers")) {
            if (finalizer.asString().equals(FINALIZER)) {
                return;
            }
        }
        ArrayNode finalizers = spec.get("finalizers") instanceof ArrayNode array ? array : spec.putArray("finalizers");
        finalizers.add(FINALIZER);
    }

    static void update(ObjectNode old, ObjectNode updated) {
        ObjectNode spec = DefaultMembers.childOf(updated, "spec");
        ObjectNode oldSpec = object(old, "spec");
        if (oldSpec != null && oldSpec.has("finalizers")) {
            spec.set("finalizers", oldSpec.get("finalizers").deepCopy());
        } else {
            spec.remove("finalizers");
        }
    }
}
