package dev.archipelago.federation.status;

import dev.archipelago.apiserver.objects.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The part of an object's status in a cluster that is of interest in the federation.
final class Reflection {
    private static final List<String> COUNTS = List.of(
            "observedGeneration",
            "replicas",
            "readyReplicas",
            "currentReplicas",
            "updatedReplicas",
            "availableReplicas",
            "unavailableReplicas",
            "fullyLabeledReplicas",
            "currentNumberScheduled",
            "desiredNumberScheduled",
            "numberAvailable",
            "numberMisscheduled",
            "numberReady",
            "numberUnavailable",
            "updatedNumberScheduled",
            "active",
            "succeeded",
            "failed");

    private Reflection() {}

    /// @param kind of a built-in group or of another
    static Optional<ObjectNode> of(String group, String kind, JsonNode status) {
        ObjectNode part = Json.object();
        switch (group + '/' + kind) {
            case "apps/StatefulSet", "apps/Deployment", "apps/ReplicaSet", "apps/DaemonSet", "batch/Job" ->
                COUNTS.forEach(field -> copy(status, field, part));
            case "/Service", "networking.k8s.io/Ingress" -> copy(status, "loadBalancer", part);
            default -> {
                if (group.contains(".") && !group.endsWith(".k8s.io") && status instanceof ObjectNode whole) {
                    return Optional.of(whole.deepCopy());
                }
            }
        }
        return part.isEmpty() ? Optional.empty() : Optional.of(part);
    }

    private static void copy(JsonNode from, String field, ObjectNode to) {
        JsonNode value = from.path(field);
        if (!value.isMissingNode() && !(value.isContainer() && value.isEmpty())) {
            to.set(field, value.deepCopy());
        }
    }
}
