package dev.archipelago.controller.remote;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Discovers the kinds that a server serves. All groups must answer: a kind missing from an incomplete discovery
/// would seem to be gone.
final class ServedKinds {
    private static final List<String> REQUIRED_VERBS = List.of("list", "watch", "delete");

    private static final int VERSIONS_MAX = 2000;

    private final Map<String, Kind<AnyObject>> kinds = new LinkedHashMap<>();

    /// Every kind that can be listed, watched and deleted, once: in the preferred version of its group if it
    /// has one there.
    ///
    /// @param server returns the answer for a path
    static List<Kind<AnyObject>> of(Function<String, JsonNode> server) {
        Map<String, String> paths = new LinkedHashMap<>();
        paths.put("v1", "/api/v1");
        for (JsonNode group : server.apply("/apis").path("groups")) {
            Set<String> versions = new LinkedHashSet<>();
            versions.add(group.path("preferredVersion").path("groupVersion").asString(""));
            group.path("versions")
                    .forEach(
                            version -> versions.add(version.path("groupVersion").asString("")));
            versions.remove("");
            versions.forEach(version -> paths.put(version, "/apis/" + version));
        }
        if (paths.size() > VERSIONS_MAX) {
            throw new ApiException(
                    Reason.REQUEST_ENTITY_TOO_LARGE,
                    "it serves " + paths.size() + " versions of groups, of which at most " + VERSIONS_MAX
                            + " are taken");
        }
        ServedKinds served = new ServedKinds();
        answers(server, paths).forEach(served::add);
        return List.copyOf(served.kinds.values());
    }

    /// Requests all versions in parallel: one after the other, a slow server would take minutes.
    private static Map<String, JsonNode> answers(Function<String, JsonNode> server, Map<String, String> paths) {
        Map<String, Future<JsonNode>> pending = new LinkedHashMap<>();
        Map<String, JsonNode> answers = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            paths.forEach((version, path) -> pending.put(version, threads.submit(() -> resources(server, path))));
            for (Map.Entry<String, Future<JsonNode>> one : pending.entrySet()) {
                answers.put(one.getKey(), one.getValue().get());
            }
            return answers;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiException(Reason.SERVICE_UNAVAILABLE, "interrupted");
        }
    }

    private static JsonNode resources(Function<String, JsonNode> server, String path) {
        try {
            return server.apply(path).path("resources");
        } catch (ApiException e) {
            if (e.reason() == Reason.NOT_FOUND) {
                // Removed since the groups were listed.
                return Json.array(List.of());
            }
            throw e;
        }
    }

    private void add(String apiVersion, JsonNode resources) {
        for (JsonNode resource : resources) {
            String name = resource.path("name").asString("");
            List<String> verbs = new ArrayList<>();
            resource.path("verbs").forEach(verb -> verbs.add(verb.asString("")));
            if (name.indexOf('/') < 0 && verbs.containsAll(REQUIRED_VERBS)) {
                GroupVersionKind type =
                        GroupVersionKind.of(apiVersion, resource.path("kind").asString(""));
                kinds.putIfAbsent(
                        type.group() + '/' + type.kind(),
                        AnyObject.kind(type, name, resource.path("namespaced").asBoolean(false)));
            }
        }
    }
}
