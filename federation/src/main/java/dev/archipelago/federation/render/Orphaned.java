package dev.archipelago.federation.render;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Names;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The mark on an object in a member whose template was deleted with orphaning. A new template of the same kind and
/// name adopts the object. It is stored in an annotation.
///
/// @param federation the name of the federation
/// @param binding the name of the binding that the object was there for
/// @param claimed how many global ordinals belonged to the cluster, whether they ran or not
public record Orphaned(String federation, String binding, OptionalInt claimed) {

    /// Reads the annotation; empty when the object was not released.
    public static Optional<Orphaned> read(ApiObject object) {
        String text = object.meta().annotations().get(Names.ORPHANED);
        if (text == null) {
            return Optional.empty();
        }
        try {
            JsonNode json = Json.MAPPER.readTree(text);
            JsonNode claimed = json.path("claimed");
            return Optional.of(new Orphaned(
                    json.path("federation").asString(""),
                    json.path("binding").asString(""),
                    claimed.isInt() ? OptionalInt.of(claimed.asInt()) : OptionalInt.empty()));
        } catch (JacksonException e) {
            // Not written by a federation.
            return Optional.empty();
        }
    }

    /// Whether this federation released it for the binding of this name.
    public boolean isOf(String name, String bindingName) {
        return federation.equals(name) && binding.equals(bindingName);
    }

    public String text() {
        ObjectNode json = Json.object().put("federation", federation).put("binding", binding);
        claimed.ifPresent(number -> json.put("claimed", number));
        return json.toString();
    }
}
