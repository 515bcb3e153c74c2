package dev.archipelago.federation.status;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// A kind that is in one phase after the other: it is in the first phase of an order that it is in in some cluster.
final class PhaseStatus extends KindStatus {
    private static final String PHASE = "phase";

    private final List<String> order;
    private final String initial;

    /// @param order the phases, the most worrying first
    /// @param initial of what no cluster has said anything of
    PhaseStatus(List<String> order, String initial) {
        this.order = List.copyOf(order);
        this.initial = initial;
    }

    @Override
    List<String> fields() {
        return List.of(PHASE);
    }

    @Override
    boolean isHealthy(JsonNode object) {
        String phase = object.path("status").path(PHASE).asString("");
        return order.indexOf(phase) > order.indexOf(initial);
    }

    @Override
    boolean add(Sum sum) {
        List<String> phases = sum.clusters().stream()
                .map(in -> in.status().path(PHASE).asString(initial))
                .toList();
        sum.status()
                .put(PHASE, order.stream().filter(phases::contains).findFirst().orElse(initial));
        return true;
    }
}
