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

/// What a set says of itself.
record ReplicaSetStatus(Kind<ReplicaSet> kind, ReplicaSet set, ObjectNode json, Instant now) {
    /// True while pods cannot be made or deleted, with the reason.
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

    /// The same with a failure in it. One that is there already stays as it is: it may fail differently each time.
    ReplicaSetStatus failing(String reason, String message) {
        if (!Conditions.find(json, FAILURE).isMissingNode()) {
            return this;
        }
        ObjectNode failing = json.deepCopy();
        Conditions.set(failing, new Condition(FAILURE, "True", reason, message), now);
        return new ReplicaSetStatus(kind, set, failing, now);
    }

    /// The same without one.
    ReplicaSetStatus succeeding() {
        ObjectNode succeeding = json.deepCopy();
        Conditions.remove(succeeding, FAILURE);
        return new ReplicaSetStatus(kind, set, succeeding, now);
    }

    /// What must be written, if it is not there already.
    Optional<Action> write() {
        return Statuses.write(kind, set, set.status(), json);
    }
}
