package dev.archipelago.federation.workload;

import java.util.List;

/// A HorizontalPodAutoscaler: each cluster scales its own share.
final class AutoscalerKind extends Workload {
    @Override
    public Propagation propagation() {
        return Propagation.BY_DEFAULT;
    }

    @Override
    protected List<String> statusFields() {
        return List.of("observedGeneration", "currentReplicas", "desiredReplicas", "lastScaleTime");
    }

    @Override
    public boolean sum(Sum sum) {
        sum.count("currentReplicas");
        sum.status().put("desiredReplicas", sum.of("desiredReplicas"));
        sum.latest("lastScaleTime");
        return true;
    }
}
