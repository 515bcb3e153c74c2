package dev.archipelago.federation.workload;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A kind from a CustomResourceDefinition. Bindings keep its whole status.
final class CustomKind extends Workload {
    private final String podSpecPointer;

    /// @param podSpecPointer where its pod spec is; empty when unknown
    CustomKind(String podSpecPointer) {
        this.podSpecPointer = podSpecPointer;
    }

    @Override
    protected String podSpecPointer() {
        return podSpecPointer;
    }

    @Override
    protected List<String> statusFields() {
        return List.of();
    }

    @Override
    public Optional<ObjectNode> statusPart(JsonNode status) {
        return status instanceof ObjectNode whole ? Optional.of(whole.deepCopy()) : Optional.empty();
    }

    @Override
    public boolean sum(Sum sum) {
        return false;
    }
}
