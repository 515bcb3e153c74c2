package dev.archipelago.federation.status;

import java.util.List;

/// A PodDisruptionBudget: each cluster allows disruptions of its own pods.
final class DisruptionBudgetStatus extends KindStatus {
    private static final List<String> COUNTS =
            List.of("currentHealthy", "desiredHealthy", "disruptionsAllowed", "expectedPods");

    @Override
    List<String> fields() {
        return List.of("observedGeneration", "currentHealthy", "desiredHealthy", "disruptionsAllowed", "expectedPods");
    }

    @Override
    boolean add(Sum sum) {
        sum.count();
        // These are required, also where they are nought.
        COUNTS.forEach(field -> sum.status().put(field, sum.of(field)));
        return true;
    }
}
