package dev.archipelago.federation.render;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Names;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// That a federation made an object in a member and let it go, because its template was deleted without its dependents.
/// A new template of the same kind and name takes the object back. It is kept in an annotation of the object.
///
/// @param federation the name of the federation
/// @param binding the name of the binding that the object was there for
/// @param claimed how many global ordinals were the cluster's, whether they ran or not
public record Orphaned(String federation, String binding, OptionalInt claimed) {

    /// What an object says; nothing if it was not let go.
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
            // Somebody else wrote it: then nobody can say who let the object go.
            return Optional.empty();
        }
    }

    /// Whether it was let go by a federation on behalf of the binding of this name.
    public boolean isOf(String name, String bindingName) {
        return federation.equals(name) && binding.equals(bindingName);
    }

    public String text() {
        ObjectNode json = Json.object().put("federation", federation).put("binding", binding);
        claimed.ifPresent(number -> json.put("claimed", number));
        return json.toString();
    }
}
