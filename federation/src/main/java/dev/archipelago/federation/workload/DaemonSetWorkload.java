package dev.archipelago.federation.workload;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A DaemonSet. Its number of pods follows from the nodes of each cluster.
final class DaemonSetWorkload extends PodWorkload {
    private static final List<String> COUNTS =
            List.of("currentNumberScheduled", "desiredNumberScheduled", "numberMisscheduled", "numberReady");

    @Override
    public Optional<String> replicasField() {
        return Optional.empty();
    }

    @Override
    protected List<String> statusFields() {
        return List.of(
                "observedGeneration",
                "currentNumberScheduled",
                "desiredNumberScheduled",
                "numberMisscheduled",
                "numberReady",
                "numberAvailable",
                "numberUnavailable",
                "updatedNumberScheduled");
    }

    @Override
    public boolean isHealthy(JsonNode object) {
        JsonNode status = object.path("status");
        return status.path("numberReady").asInt(0)
                >= status.path("desiredNumberScheduled").asInt(0);
    }

    @Override
    public boolean isUpdated(InCluster in) {
        return super.isUpdated(in) && in.count("updatedNumberScheduled") >= in.count("desiredNumberScheduled");
    }

    @Override
    public boolean sum(Sum sum) {
        sum.count("numberAvailable", "numberUnavailable");
        // These fields are required, also when zero.
        COUNTS.forEach(field -> sum.status().put(field, sum.of(field)));
        sum.countUpdated("updatedNumberScheduled");
        int ready = sum.of("numberReady");
        int desired = sum.of("desiredNumberScheduled");
        sum.complete(ready >= desired, ready + " of " + desired + " pods ready");
        return true;
    }
}
