package dev.archipelago.federation.kinds;

import dev.archipelago.api.objects.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What keeps a cluster from doing all that a binding asks of it. It is kept in the binding's status as `waitsFor`, and
/// the conditions, events and reports about it are made from there.
///
/// @param reason one word in camel case: the same as long as the cause is, whatever the message says
/// @param cluster the cluster that is waited for; empty when it is not another cluster that is waited for
/// @param message for people: what is waited for, and what they can do about it
public record Wait(String reason, String cluster, String message) {
    /// Of a cluster that may do all that it is asked to.
    public static final Wait NONE = new Wait("", "", "");

    /// A cluster does not answer.
    public static final String CLUSTER_UNREACHABLE = "ClusterUnreachable";

    /// Another cluster comes first, or is not ready yet.
    public static final String CLUSTER_PROGRESSING = "ClusterProgressing";

    /// The cluster refuses what it is asked for.
    public static final String SYNC_FAILED = "SyncFailed";

    /// Somebody has suspended it.
    public static final String SUSPENDED = "Suspended";

    /// An earlier object of the same name is still there.
    public static final String BEING_DELETED = "BeingDeleted";

    /// The cluster does not serve the kind.
    public static final String KIND_NOT_SERVED = "KindNotServed";

    public boolean isNone() {
        return reason.isEmpty();
    }

    /// Whether it is part of the ordinary course of things, and passes without anybody doing anything.
    public boolean isOrdinary() {
        return reason.equals(CLUSTER_PROGRESSING) || reason.equals(SUSPENDED) || reason.equals(BEING_DELETED);
    }

    /// Whether both wait for the same, since the same time.
    public boolean hasCauseOf(Wait other) {
        return reason.equals(other.reason) && cluster.equals(other.cluster);
    }

    /// Reads the `waitsFor` of a cluster's entry; [#NONE] where there is none.
    public static Wait read(JsonNode json) {
        return new Wait(
                json.path("reason").asString(""),
                json.path("cluster").asString(""),
                json.path("message").asString(""));
    }

    /// Writes it as the `waitsFor` of a cluster's entry.
    ///
    /// @param since when it began to wait, as Kubernetes writes it
    public ObjectNode json(String since) {
        ObjectNode json = Json.object().put("reason", reason);
        if (!cluster.isEmpty()) {
            json.put("cluster", cluster);
        }
        return json.put("message", message).put("since", since);
    }
}
