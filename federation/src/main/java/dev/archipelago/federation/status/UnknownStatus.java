package dev.archipelago.federation.status;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A kind of which nothing is known: of those that somebody has defined the binding keeps all.
final class UnknownStatus extends KindStatus {
    private final boolean custom;

    UnknownStatus(boolean custom) {
        this.custom = custom;
    }

    @Override
    List<String> fields() {
        return List.of();
    }

    @Override
    Optional<ObjectNode> part(JsonNode status) {
        return custom && status instanceof ObjectNode whole ? Optional.of(whole.deepCopy()) : Optional.empty();
    }

    @Override
    boolean add(Sum sum) {
        return false;
    }
}
