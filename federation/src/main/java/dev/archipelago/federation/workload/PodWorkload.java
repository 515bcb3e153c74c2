package dev.archipelago.federation.workload;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A kind of the group `apps` that runs pods from a template.
abstract class PodWorkload extends Workload {
    @Override
    public Propagation propagation() {
        return Propagation.BY_DEFAULT;
    }

    @Override
    public Optional<String> replicasField() {
        return Optional.of("replicas");
    }

    @Override
    protected String podSpecPointer() {
        return "/spec/template/spec";
    }

    @Override
    public int updatedReplicas(JsonNode object) {
        return Math.max(0, replicas(object).orElse(0));
    }

    @Override
    public boolean isSettled(JsonNode object) {
        JsonNode status = object.path("status");
        return status.path("observedGeneration").asLong(0)
                        >= object.path("metadata").path("generation").asLong(0)
                && status.path("updatedReplicas").asInt(0) >= updatedReplicas(object);
    }

    @Override
    public boolean isAtRest(InCluster in) {
        return super.isAtRest(in)
                && in.object()
                        .filter(object -> in.count("updatedReplicas") >= updatedReplicas(object))
                        .isPresent();
    }
}
