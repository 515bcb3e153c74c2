package dev.archipelago.controller.remote;

import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// What kinds a server has, in the version of each group that it prefers.
final class Discovery {
    private static final Set<String> WANTED_VERBS = Set.of("list", "watch", "delete");

    private Discovery() {}

    /// Asks for all kinds that can be listed, watched and deleted.
    ///
    /// @param get answers a path
    static List<Kind<AnyObject>> kinds(Function<String, JsonNode> get) {
        Map<String, Kind<AnyObject>> kinds = new LinkedHashMap<>();
        add("", "v1", get.apply("/api/v1"), kinds);
        for (JsonNode group : get.apply("/apis").path("groups")) {
            for (String version : versions(group)) {
                String name = group.path("name").asString("");
                add(name, version, get.apply("/apis/" + name + '/' + version), kinds);
            }
        }
        return List.copyOf(kinds.values());
    }

    private static List<String> versions(JsonNode group) {
        List<String> versions = new ArrayList<>();
        versions.add(group.path("preferredVersion").path("version").asString(""));
        for (JsonNode version : group.path("versions")) {
            String text = version.path("version").asString("");
            if (!versions.contains(text)) {
                versions.add(text);
            }
        }
        return versions;
    }

    private static void add(String group, String version, JsonNode list, Map<String, Kind<AnyObject>> kinds) {
        for (JsonNode resource : list.path("resources")) {
            String name = resource.path("name").asString("");
            Set<String> verbs = Set.copyOf(resource.path("verbs")
                    .valueStream()
                    .map(verb -> verb.asString(""))
                    .toList());
            if (!name.contains("/") && verbs.containsAll(WANTED_VERBS)) {
                kinds.putIfAbsent(
                        group + '/' + name,
                        AnyObject.kind(
                                new GroupVersionKind(
                                        group, version, resource.path("kind").asString("")),
                                name,
                                resource.path("namespaced").asBoolean(false)));
            }
        }
    }
}
