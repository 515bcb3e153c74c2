package dev.archipelago.federation.kinds;

import dev.archipelago.api.objects.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What holds back the sync of a binding to a cluster. It is stored as `waitsFor` in the binding's status; conditions,
/// events and reports are derived from it.
///
/// @param reason one word in camel case, stable as long as the cause is the same
/// @param cluster the cluster that is waited for; empty when it is not another cluster
/// @param message what is waited for, and what users can do about it
public record Wait(String reason, String cluster, String message) {
    /// Nothing is waited for.
    public static final Wait NONE = new Wait("", "", "");

    /// The cluster does not answer.
    public static final String CLUSTER_UNREACHABLE = "ClusterUnreachable";

    /// Another cluster comes first, or is not ready yet.
    public static final String CLUSTER_PROGRESSING = "ClusterProgressing";

    /// The cluster refuses the request.
    public static final String SYNC_FAILED = "SyncFailed";

    /// A user has suspended it.
    public static final String SUSPENDED = "Suspended";

    /// A user has paused the rollout.
    public static final String PAUSED = "Paused";

    /// An earlier object of the same name is still there.
    public static final String BEING_DELETED = "BeingDeleted";

    /// The cluster does not serve the kind.
    public static final String KIND_NOT_SERVED = "KindNotServed";

    public boolean isNone() {
        return reason.isEmpty();
    }

    /// Whether it is a normal step that passes without intervention.
    public boolean isOrdinary() {
        return List.of(CLUSTER_PROGRESSING, SUSPENDED, PAUSED, BEING_DELETED).contains(reason);
    }

    /// Whether both have the same cause.
    public boolean hasSameCauseAs(Wait other) {
        return reason.equals(other.reason) && cluster.equals(other.cluster);
    }

    /// Reads the `waitsFor` of a cluster's entry; [#NONE] when it is missing.
    public static Wait read(JsonNode json) {
        return new Wait(
                json.path("reason").asString(""),
                json.path("cluster").asString(""),
                json.path("message").asString(""));
    }

    /// The `waitsFor` of a cluster's entry.
    ///
    /// @param since when the wait began, as Kubernetes writes it
    public ObjectNode json(String since) {
        ObjectNode json = Json.object().put("reason", reason);
        if (!cluster.isEmpty()) {
            json.put("cluster", cluster);
        }
        return json.put("message", message).put("since", since);
    }
}
