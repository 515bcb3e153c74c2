package dev.archipelago.federation.render.overrides;

import dev.archipelago.apiserver.objects.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds the containers of pods, and of those that are made from templates.
final class Containers {
    private Containers() {}

    /// The containers of an object, also those that only prepare; none for kinds that have no pods.
    static List<ObjectNode> of(ObjectNode object) {
        JsonNode pod = object.at(podPath(Json.text(object, "kind")));
        List<ObjectNode> containers = new ArrayList<>();
        for (String list : List.of("initContainers", "containers")) {
            for (JsonNode container : pod.path(list)) {
                if (container instanceof ObjectNode fields) {
                    containers.add(fields);
                }
            }
        }
        return containers;
    }

    private static String podPath(String kind) {
        return switch (kind) {
            case "Pod" -> "/spec";
            case "PodTemplate" -> "/template/spec";
            case "CronJob" -> "/spec/jobTemplate/spec/template/spec";
            case "DaemonSet",
                    "Deployment",
                    "ExtendedStatefulSet",
                    "Job",
                    "ReplicaSet",
                    "ReplicationController",
                    "StatefulSet" -> "/spec/template/spec";
            default -> "/none";
        };
    }
}
