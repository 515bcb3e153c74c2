package dev.archipelago.cluster.daemonset;

import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.history.Revisions;
import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Statuses;
import dev.archipelago.controller.plan.Action;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Builds the status of a DaemonSet.
final class DaemonSetStatus {
    private int current;
    private int misplaced;
    private int ready;
    private int available;
    private int updated;

    private DaemonSetStatus() {}

    /// The status update; empty when the status is unchanged.
    static Optional<Action> write(Spread spread, Revisions revisions) {
        DaemonSet set = spread.set();
        DaemonSetStatus counts = new DaemonSetStatus();
        spread.verdicts().keySet().forEach(node -> counts.count(spread, node));
        int desired = spread.desired();
        ObjectNode json = Json.object();
        if (revisions.collisions() > 0) {
            json.put("collisionCount", revisions.collisions());
        }
        if (set.status().hasNonNull("conditions")) {
            json.set("conditions", set.status().path("conditions").deepCopy());
        }
        json.put("currentNumberScheduled", counts.current).put("desiredNumberScheduled", desired);
        Statuses.putCount(json, "numberAvailable", counts.available);
        json.put("numberMisscheduled", counts.misplaced).put("numberReady", counts.ready);
        Statuses.putCount(json, "numberUnavailable", desired - counts.available);
        json.put("observedGeneration", set.meta().generation());
        Statuses.putCount(json, "updatedNumberScheduled", counts.updated);
        return Statuses.write(DaemonSet.KIND, set, set.status(), json);
    }

    private void count(Spread spread, String node) {
        List<Pod> pods = spread.on(node);
        if (pods.isEmpty()) {
            return;
        }
        if (!spread.shouldRun(node)) {
            misplaced++;
            return;
        }
        Pod pod = pods.getFirst();
        current++;
        ready += pod.isReady() ? 1 : 0;
        available += spread.isAvailable(pod) ? 1 : 0;
        updated += spread.isUpdated(pod) ? 1 : 0;
    }
}
