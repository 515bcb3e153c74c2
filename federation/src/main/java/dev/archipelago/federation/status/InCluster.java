package dev.archipelago.federation.status;

import dev.archipelago.apiserver.objects.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What became of an object in one cluster.
///
/// @param reachable whether the rest is more than a memory
/// @param object the cluster's own, if there is one
/// @param current whether that was told to run the newest pods
/// @param problem what went wrong or what is waited for; empty for nothing
record InCluster(String cluster, boolean reachable, Optional<JsonNode> object, boolean current, String problem) {
    private static final JsonNode MISSING = Json.object().path("status");

    JsonNode status() {
        return object.map(tree -> tree.path("status")).orElse(MISSING);
    }

    int count(String field) {
        return reachable ? status().path(field).asInt(0) : 0;
    }
}
