package dev.archipelago.apiserver.registry;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// In what way two versions of an object differ.
final class Differences {
    private Differences() {}

    /// Whether anything but metadata and status differs: what metadata.generation counts.
    static boolean inDesiredState(ObjectNode current, ObjectNode updated) {
        return differ(current, updated, "metadata", "status");
    }

    /// Whether anything differs but the times in managedFields, which alone are not worth a new version.
    static boolean worthStoring(ObjectNode current, ObjectNode updated) {
        return differ(current, updated, "metadata", "metadata")
                || differ(metadata(current), metadata(updated), "managedFields", "managedFields")
                || ownershipDiffers(
                        current.path("metadata").path("managedFields"),
                        updated.path("metadata").path("managedFields"));
    }

    private static ObjectNode metadata(ObjectNode object) {
        return (ObjectNode) object.get("metadata");
    }

    private static boolean differ(ObjectNode one, ObjectNode other, String ignored, String alsoIgnored) {
        return lacksOrDiffers(one, other, ignored, alsoIgnored) || lacksOrDiffers(other, one, ignored, alsoIgnored);
    }

    private static boolean lacksOrDiffers(ObjectNode one, ObjectNode other, String ignored, String alsoIgnored) {
        for (var field : one.properties()) {
            String name = field.getKey();
            JsonNode value = field.getValue();
            JsonNode counterpart = other.get(name);
            if (!name.equals(ignored) && !name.equals(alsoIgnored) && !value.equals(counterpart)) {
                return true;
            }
        }
        return false;
    }

    private static boolean ownershipDiffers(JsonNode one, JsonNode other) {
        if (one.size() != other.size()) {
            return true;
        }
        for (int i = 0; i < one.size(); i++) {
            if (differ((ObjectNode) one.get(i), (ObjectNode) other.get(i), "time", "time")) {
                return true;
            }
        }
        return false;
    }
}
