package dev.archipelago.federation.match;

import tools.jackson.databind.JsonNode;

/// Finds what pods are made of in the objects that make them.
public final class PodSpecs {
    private PodSpecs() {}

    /// The `spec` of the pods of an object; missing for kinds that have no pods.
    public static JsonNode of(JsonNode object) {
        return object.at(
                switch (object.path("kind").asString("")) {
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
                });
    }
}
