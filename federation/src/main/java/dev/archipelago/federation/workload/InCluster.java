package dev.archipelago.federation.workload;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Wait;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The state of an object in one cluster.
///
/// @param reachable whether the rest is current and not the last known state
/// @param object the cluster's own object, if there is one
/// @param last the binding's last status entry of this cluster; empty when the member's cache is synced
/// @param current whether the object has the newest pod template
/// @param problem what failed; empty for nothing
/// @param waitsFor what holds it back although nothing failed
public record InCluster(
        String cluster,
        boolean reachable,
        Optional<JsonNode> object,
        JsonNode last,
        boolean current,
        String problem,
        Wait waitsFor) {
    public static final JsonNode NOTHING = Json.object().path("status");

    /// An object that waits for nothing.
    public InCluster(
            String cluster,
            boolean reachable,
            Optional<JsonNode> object,
            JsonNode last,
            boolean current,
            String problem) {
        this(cluster, reachable, object, last, current, problem, Wait.NONE);
    }

    /// What it waits for, whether something failed or not.
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

    /// Whether the cluster has the object, as far as is known.
    public boolean hasIt() {
        return object.isPresent() || last.path("applied").asBoolean(false);
    }

    /// Whether only the last known state is there, but the current one will be known soon.
    public boolean isRemembered() {
        return reachable && object.isEmpty() && !last.isMissingNode();
    }

    /// Whether its controller has observed its newest generation, as far as is known.
    public boolean isObserved() {
        return object.map(tree -> status().path("observedGeneration").asLong(0)
                        >= tree.path("metadata").path("generation").asLong(0))
                .orElse(true);
    }

    public int count(String field) {
        return reachable ? status().path(field).asInt(0) : 0;
    }
}
