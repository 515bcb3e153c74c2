package dev.archipelago.federation.workload;

import java.util.List;

/// A PodDisruptionBudget: each cluster allows disruptions of its own pods.
final class DisruptionBudgetKind extends Workload {
    @Override
    public Propagation propagation() {
        return Propagation.BY_DEFAULT;
    }

    private static final List<String> COUNTS =
            List.of("currentHealthy", "desiredHealthy", "disruptionsAllowed", "expectedPods");

    @Override
    protected List<String> statusFields() {
        return List.of("observedGeneration", "currentHealthy", "desiredHealthy", "disruptionsAllowed", "expectedPods");
    }

    @Override
    public boolean sum(Sum sum) {
        sum.count();
        // These fields are required, also when zero.
        COUNTS.forEach(field -> sum.status().put(field, sum.of(field)));
        return true;
    }
}
