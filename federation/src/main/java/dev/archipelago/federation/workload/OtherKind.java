package dev.archipelago.federation.workload;

import java.util.List;

/// A kind whose status the federation does not know.
class OtherKind extends Workload {
    private final Propagation propagation;
    private final String podSpecPointer;
    private final List<String> assigned;

    /// @param podSpecPointer where its pod spec is; empty for kinds without pods
    /// @param assigned the fields that a cluster assigns, as JSON pointers
    OtherKind(Propagation propagation, String podSpecPointer, String... assigned) {
        this.propagation = propagation;
        this.podSpecPointer = podSpecPointer;
        this.assigned = List.of(assigned);
    }

    OtherKind(Propagation propagation) {
        this(propagation, "");
    }

    @Override
    public Propagation propagation() {
        return propagation;
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
        return List.of();
    }

    @Override
    public boolean sum(Sum sum) {
        return false;
    }
}
