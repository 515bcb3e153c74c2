package dev.archipelago.federation.workload;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// A kind with a phase. In the federation it has the first phase, in the order below, that any cluster reports.
final class PhasedKind extends Workload {
    private static final String PHASE = "phase";

    private final List<String> order;
    private final String initial;
    private final String podSpecPointer;
    private final List<String> assigned;

    /// @param order the phases, the most severe first
    /// @param initial the phase while no cluster has reported one
    /// @param podSpecPointer where its pod spec is; empty for kinds without pods
    /// @param assigned the fields that a cluster assigns, as JSON pointers
    PhasedKind(List<String> order, String initial, String podSpecPointer, List<String> assigned) {
        this.order = List.copyOf(order);
        this.initial = initial;
        this.podSpecPointer = podSpecPointer;
        this.assigned = List.copyOf(assigned);
    }

    @Override
    protected String podSpecPointer() {
        return podSpecPointer;
    }

    @Override
    protected List<String> assignedFields() {
        return assigned;
    }

    @Override
    protected List<String> statusFields() {
        return List.of(PHASE);
    }

    @Override
    public boolean isHealthy(JsonNode object) {
        String phase = object.path("status").path(PHASE).asString("");
        return order.indexOf(phase) > order.indexOf(initial);
    }

    @Override
    public boolean sum(Sum sum) {
        List<String> phases = sum.clusters().stream()
                .map(in -> in.status().path(PHASE).asString(initial))
                .toList();
        sum.status()
                .put(PHASE, order.stream().filter(phases::contains).findFirst().orElse(initial));
        return true;
    }
}
