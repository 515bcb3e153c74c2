package dev.archipelago.api.objects;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A reference from an object to one that it belongs to.
///
/// @param controller whether the owner is the one that looks after the object
/// @param blocks whether a foreground deletion of the owner waits for the object
public record Owner(String apiVersion, String kind, String name, String uid, boolean controller, boolean blocks) {

    static Owner read(JsonNode json) {
        return new Owner(
                json.path("apiVersion").asString(""),
                json.path("kind").asString(""),
                json.path("name").asString(""),
                json.path("uid").asString(""),
                json.path("controller").asBoolean(false),
                json.path("blockOwnerDeletion").asBoolean(false));
    }

    /// The reference of an object to the one that controls it.
    public static Owner controlling(Kind<?> kind, ApiObject owner) {
        return new Owner(kind.apiVersion(), kind.name(), owner.name(), owner.uid(), true, true);
    }

    /// Whether the owner is an object of a kind.
    public boolean isA(Kind<?> other) {
        return kind.equals(other.name()) && apiVersion.equals(other.apiVersion());
    }

    public ObjectNode json() {
        ObjectNode json = Json.object()
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("name", name)
                .put("uid", uid);
        if (controller) {
            json.put("controller", true);
        }
        if (blocks) {
            json.put("blockOwnerDeletion", true);
        }
        return json;
    }
}
