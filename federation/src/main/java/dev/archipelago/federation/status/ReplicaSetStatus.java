package dev.archipelago.federation.status;

import java.util.List;

/// A ReplicaSet or a ReplicationController.
final class ReplicaSetStatus extends KindStatus {
    @Override
    List<String> fields() {
        return List.of("observedGeneration", "replicas", "readyReplicas", "availableReplicas", "fullyLabeledReplicas");
    }

    @Override
    boolean add(Sum sum) {
        sum.count("readyReplicas", "availableReplicas", "fullyLabeledReplicas");
        sum.status().put("replicas", sum.of("replicas"));
        sum.passOn("ReplicaFailure");
        int ready = sum.of("readyReplicas");
        sum.complete(ready >= sum.wanted(), ready + " of " + sum.wanted() + " replicas ready");
        return true;
    }
}
