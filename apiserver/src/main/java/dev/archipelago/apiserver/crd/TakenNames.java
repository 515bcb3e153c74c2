package dev.archipelago.apiserver.crd;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The names that the definitions of a group have been given.
///
/// @param resources plural, singular and short names
/// @param kinds kinds and those of lists
public record TakenNames(Set<String> resources, Set<String> kinds) {
    public TakenNames {
        resources = Set.copyOf(resources);
        kinds = Set.copyOf(kinds);
    }

    /// Collects the names of one group from all definitions. The one that is asked for may be among them: a
    /// definition does not conflict with itself.
    public static TakenNames of(String group, Iterable<ObjectNode> definitions) {
        Set<String> resources = new HashSet<>();
        Set<String> kinds = new HashSet<>();
        for (ObjectNode definition : definitions) {
            JsonNode names = definition.path("status").path("acceptedNames");
            if (Json.text(definition.path("spec"), "group").equals(group)) {
                resources.add(Json.text(names, "plural"));
                resources.add(Json.text(names, "singular"));
                resources.addAll(Json.texts(names.path("shortNames")));
                kinds.add(Json.text(names, "kind"));
                kinds.add(Json.text(names, "listKind"));
            }
        }
        return new TakenNames(resources, kinds);
    }
}
