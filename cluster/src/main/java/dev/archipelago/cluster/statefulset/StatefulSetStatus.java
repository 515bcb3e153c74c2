package dev.archipelago.cluster.statefulset;

import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.history.Revisions;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.kinds.Statuses;
import dev.archipelago.controller.plan.Action;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Builds the status of a set.
final class StatefulSetStatus {
    /// The condition that pods or claims cannot be created. Kubernetes only has events for this.
    static final String FAILURE = "ReplicaFailure";

    private final StatefulSet set;
    private final ObjectNode json;
    private final Instant now;

    private StatefulSetStatus(StatefulSet set, ObjectNode json, Instant now) {
        this.set = set;
        this.json = json;
        this.now = now;
    }

    static StatefulSetStatus of(Replicas replicas, Revisions revisions) {
        StatefulSet set = replicas.set();
        Counts counts = Counts.of(replicas, revisions);
        String current = revisions.current().name();
        String update = revisions.update().name();
        int currentReplicas = counts.current;
        boolean complete = !set.updatesOnDelete()
                && counts.updated == set.replicas()
                && counts.ready == set.replicas()
                && counts.all == set.replicas();
        if (complete) {
            current = update;
            currentReplicas = counts.updated;
        }
        ObjectNode json =
                Json.object().put("availableReplicas", counts.available).put("collisionCount", revisions.collisions());
        if (set.status().hasNonNull("conditions")) {
            json.set("conditions", set.status().path("conditions").deepCopy());
        }
        Statuses.putCount(json, "currentReplicas", currentReplicas);
        json.put("currentRevision", current);
        json.put("observedGeneration", set.meta().generation());
        Statuses.putCount(json, "readyReplicas", counts.ready);
        json.put("replicas", counts.all);
        json.put("updateRevision", update);
        Statuses.putCount(json, "updatedReplicas", counts.updated);
        return new StatefulSetStatus(set, json, replicas.now());
    }

    private record Counts(int all, int ready, int available, int current, int updated) {

        static Counts of(Replicas replicas, Revisions revisions) {
            int all = 0;
            int ready = 0;
            int available = 0;
            int current = 0;
            int updated = 0;
            for (Pod pod : replicas.all()) {
                if (pod.phase().isEmpty()) {
                    continue;
                }
                all++;
                ready += pod.isReady() ? 1 : 0;
                available += replicas.isAvailable(pod) ? 1 : 0;
                if (!pod.isDeleting()) {
                    String revision = PodIdentity.revision(pod);
                    current += revision.equals(revisions.current().name()) ? 1 : 0;
                    updated += revision.equals(revisions.update().name()) ? 1 : 0;
                }
            }
            return new Counts(all, ready, available, current, updated);
        }
    }

    /// The same with a failure.
    StatefulSetStatus failing(String reason, String message) {
        ObjectNode failing = json.deepCopy();
        Conditions.set(failing, new Condition(FAILURE, "True", reason, message), now);
        return new StatefulSetStatus(set, failing, now);
    }

    /// The same without a failure.
    StatefulSetStatus succeeding() {
        ObjectNode succeeding = json.deepCopy();
        Conditions.remove(succeeding, FAILURE);
        return new StatefulSetStatus(set, succeeding, now);
    }

    /// The same after pods are deleted by an update. For a strategy without parameters, new pods are created from
    /// the revision that this count decides, and the deletion may be over before it is observed.
    StatefulSetStatus without(List<Pod> replaced, Revisions revisions) {
        int left = json.path("currentReplicas").asInt(0);
        for (Pod pod : replaced) {
            boolean counted = !pod.phase().isEmpty()
                    && PodIdentity.revision(pod).equals(revisions.current().name());
            left -= counted ? 1 : 0;
        }
        ObjectNode fewer = json.deepCopy();
        if (left == 0) {
            fewer.remove("currentReplicas");
        } else {
            fewer.put("currentReplicas", left);
        }
        return new StatefulSetStatus(set, fewer, now);
    }

    /// The status update; empty when the status is unchanged.
    Optional<Action> write() {
        return Statuses.write(StatefulSet.KIND, set, set.status(), json);
    }
}
