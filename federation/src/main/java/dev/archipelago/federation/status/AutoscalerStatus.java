package dev.archipelago.federation.status;

import java.util.List;

/// A HorizontalPodAutoscaler: each cluster scales its own share.
final class AutoscalerStatus extends KindStatus {
    @Override
    List<String> fields() {
        return List.of("observedGeneration", "currentReplicas", "desiredReplicas", "lastScaleTime");
    }

    @Override
    boolean add(Sum sum) {
        sum.count("currentReplicas");
        sum.status().put("desiredReplicas", sum.of("desiredReplicas"));
        sum.latest("lastScaleTime");
        return true;
    }
}
