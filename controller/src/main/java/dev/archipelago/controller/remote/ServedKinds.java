package dev.archipelago.controller.remote;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Asks a server what it serves. All groups must answer: a kind that is merely not told of is not gone.
final class ServedKinds {
    private static final List<String> LIVING = List.of("list", "watch", "delete");

    private final Function<String, JsonNode> server;
    private final Map<String, Kind<AnyObject>> kinds = new LinkedHashMap<>();

    /// @param server answers for a path
    private ServedKinds(Function<String, JsonNode> server) {
        this.server = server;
    }

    /// Every kind that can be listed, watched and deleted, in the version that its group prefers if it is in that.
    static List<Kind<AnyObject>> of(Function<String, JsonNode> server) {
        ServedKinds served = new ServedKinds(server);
        served.add("/api/v1", "v1");
        for (JsonNode group : server.apply("/apis").path("groups")) {
            Set<String> versions = new LinkedHashSet<>();
            versions.add(group.path("preferredVersion").path("groupVersion").asString(""));
            group.path("versions")
                    .forEach(
                            version -> versions.add(version.path("groupVersion").asString("")));
            versions.remove("");
            versions.forEach(version -> served.add("/apis/" + version, version));
        }
        return List.copyOf(served.kinds.values());
    }

    private void add(String path, String apiVersion) {
        JsonNode resources;
        try {
            resources = server.apply(path).path("resources");
        } catch (ApiException e) {
            if (e.reason() == Reason.NOT_FOUND) {
                // Gone since the groups were told.
                return;
            }
            throw e;
        }
        for (JsonNode resource : resources) {
            String name = resource.path("name").asString("");
            List<String> verbs = new ArrayList<>();
            resource.path("verbs").forEach(verb -> verbs.add(verb.asString("")));
            if (name.indexOf('/') < 0 && verbs.containsAll(LIVING)) {
                GroupVersionKind type =
                        GroupVersionKind.of(apiVersion, resource.path("kind").asString(""));
                kinds.putIfAbsent(
                        type.group() + '/' + type.kind(),
                        AnyObject.kind(type, name, resource.path("namespaced").asBoolean(false)));
            }
        }
    }
}
