package dev.archipelago.federation.rollout;

import tools.jackson.databind.JsonNode;

/// How far a workload in a cluster is to go by itself when its pods are to be others.
public final class Updates {
    private Updates() {}

    /// How many of its pods it replaces until it is through.
    ///
    /// @param workload a StatefulSet or a Deployment
    public static int wanted(JsonNode workload) {
        JsonNode strategy = workload.path("spec").path("updateStrategy");
        if (strategy.path("type").asString("").equals("OnDelete")) {
            return 0;
        }
        int replicas = workload.path("spec").path("replicas").asInt(1);
        return Math.max(
                0, replicas - strategy.path("rollingUpdate").path("partition").asInt(0));
    }
}
