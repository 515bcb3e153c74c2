package dev.archipelago.federation.workload;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Wait;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What became of an object in one cluster.
///
/// @param reachable whether the rest is more than a memory
/// @param object the cluster's own, if there is one
/// @param last what the binding said of this cluster while its objects were known; nothing if they are known now
/// @param current whether that was told to run the newest pods
/// @param problem what went wrong; empty for nothing
/// @param waitsFor what keeps it from doing all that it is to do, though nothing went wrong
public record InCluster(
        String cluster,
        boolean reachable,
        Optional<JsonNode> object,
        JsonNode last,
        boolean current,
        String problem,
        Wait waitsFor) {
    public static final JsonNode NOTHING = Json.object().path("status");

    /// One that waits for nothing.
    public InCluster(
            String cluster,
            boolean reachable,
            Optional<JsonNode> object,
            JsonNode last,
            boolean current,
            String problem) {
        this(cluster, reachable, object, last, current, problem, Wait.NONE);
    }

    /// What it waits for, whether something went wrong or not.
    public Wait cause() {
        if (problem.isEmpty()) {
            return waitsFor;
        }
        return reachable
                ? new Wait(Wait.SYNC_FAILED, "", problem)
                : new Wait(Wait.CLUSTER_UNREACHABLE, cluster, problem);
    }

    /// The `spec` of the cluster's own object; missing when there is none.
    JsonNode spec() {
        return object.map(tree -> tree.path("spec")).orElse(NOTHING);
    }

    public JsonNode status() {
        return object.orElse(last).path("status");
    }

    /// Whether it has the object, as far as is known.
    public boolean hasIt() {
        return object.isPresent() || last.path("applied").asBoolean(false);
    }

    /// Whether it will soon be known how it is there, and is only remembered by now.
    public boolean isRemembered() {
        return reachable && object.isEmpty() && !last.isMissingNode();
    }

    /// Whether its controller has looked at what it was last told, as far as is known.
    public boolean isObserved() {
        return object.map(tree -> status().path("observedGeneration").asLong(0)
                        >= tree.path("metadata").path("generation").asLong(0))
                .orElse(true);
    }

    public int count(String field) {
        return reachable ? status().path(field).asInt(0) : 0;
    }
}
