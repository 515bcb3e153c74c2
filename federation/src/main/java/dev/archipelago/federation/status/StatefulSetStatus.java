package dev.archipelago.federation.status;

import java.util.List;

/// A StatefulSet. It has a new revision once all its clusters have it.
final class StatefulSetStatus extends KindStatus {
    @Override
    List<String> fields() {
        return List.of(
                "observedGeneration",
                "replicas",
                "readyReplicas",
                "currentReplicas",
                "updatedReplicas",
                "availableReplicas");
    }

    @Override
    boolean add(Sum sum) {
        sum.count("readyReplicas", "currentReplicas", "availableReplicas");
        sum.status().put("replicas", sum.of("replicas"));
        int updated = sum.countUpdated("updatedReplicas");
        String name = sum.template().object().name() + '-' + sum.revision();
        String before = sum.status().path("currentRevision").asString("");
        boolean done = before.isEmpty()
                || (updated >= sum.wanted() && sum.clusters().stream().allMatch(InCluster::current));
        sum.status().put("currentRevision", done ? name : before);
        sum.status().put("updateRevision", name);
        int ready = sum.of("readyReplicas");
        sum.complete(ready >= sum.wanted(), ready + " of " + sum.wanted() + " replicas ready");
        return true;
    }
}
