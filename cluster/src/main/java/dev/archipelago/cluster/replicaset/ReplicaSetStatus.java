package dev.archipelago.cluster.replicaset;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.kinds.Statuses;
import dev.archipelago.controller.plan.Action;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Builds the status of a set.
record ReplicaSetStatus(Kind<ReplicaSet> kind, ReplicaSet set, ObjectNode json, Instant now) {
    /// The condition that pods cannot be created or deleted.
    private static final String FAILURE = "ReplicaFailure";

    static ReplicaSetStatus of(Kind<ReplicaSet> kind, Pods pods) {
        ReplicaSet set = pods.set();
        ObjectNode json = Json.object();
        Statuses.putCount(json, "availableReplicas", pods.available());
        if (set.status().hasNonNull("conditions")) {
            json.set("conditions", set.status().path("conditions").deepCopy());
        }
        Statuses.putCount(json, "fullyLabeledReplicas", pods.fullyLabeled());
        json.put("observedGeneration", set.meta().generation());
        Statuses.putCount(json, "readyReplicas", pods.ready());
        json.put("replicas", pods.active().size());
        if (kind.equals(ReplicaSet.KIND)) {
            json.put("terminatingReplicas", pods.terminating());
        }
        return new ReplicaSetStatus(kind, set, json, pods.now());
    }

    /// The same with a failure. An existing failure stays as it is, as messages may differ each time.
    ReplicaSetStatus failing(String reason, String message) {
        if (!Conditions.find(json, FAILURE).isMissingNode()) {
            return this;
        }
        ObjectNode failing = json.deepCopy();
        Conditions.set(failing, new Condition(FAILURE, "True", reason, message), now);
        return new ReplicaSetStatus(kind, set, failing, now);
    }

    /// The same without a failure.
    ReplicaSetStatus succeeding() {
        ObjectNode succeeding = json.deepCopy();
        Conditions.remove(succeeding, FAILURE);
        return new ReplicaSetStatus(kind, set, succeeding, now);
    }

    /// The status update; empty when the status is unchanged.
    Optional<Action> write() {
        return Statuses.write(kind, set, set.status(), json);
    }
}
