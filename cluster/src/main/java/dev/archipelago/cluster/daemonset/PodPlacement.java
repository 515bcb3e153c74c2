package dev.archipelago.cluster.daemonset;

import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Ensures that each eligible node has its pod, and no other.
final class PodPlacement {
    /// The delay before a pod is created again after one has failed.
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Spread spread;
    private final DaemonSet set;
    private final Plan.Builder plan;
    private final PodChanges changes = new PodChanges();

    PodPlacement(Spread spread, Plan.Builder plan) {
        this.spread = spread;
        this.set = spread.set();
        this.plan = plan;
    }

    PodChanges changes() {
        spread.verdicts().forEach((node, verdict) -> {
            List<Pod> pods = spread.on(node);
            switch (verdict) {
                case RUN -> {
                    if (pods.isEmpty()) {
                        changes.nodes().add(node);
                    } else {
                        keep(node, pods);
                    }
                }
                case STAY -> keep(node, pods);
                case LEAVE -> pods.forEach(this::remove);
            }
        });
        spread.pods().forEach((node, pods) -> {
            if (!spread.verdicts().containsKey(node)) {
                // Pods made for a deleted node and never bound: no kubelet deletes them.
                pods.stream().filter(pod -> pod.nodeName().isEmpty()).forEach(this::remove);
            }
        });
        return changes;
    }

    private void remove(Pod pod) {
        if (!pod.isDeleting()) {
            changes.toDelete().add(pod);
        }
    }

    private void keep(String node, List<Pod> pods) {
        List<Pod> running = new ArrayList<>();
        for (Pod pod : pods) {
            if (pod.isOver()) {
                replace(node, pod);
            } else if (!pod.isDeleting()) {
                running.add(pod);
            }
        }
        if (set.maxSurge(1) > 0) {
            keepTwo(node, running);
        } else {
            running.stream().skip(1).forEach(this::remove);
        }
    }

    private void replace(String node, Pod pod) {
        boolean failed = pod.phase().equals("Failed");
        Instant due = pod.meta().created().plus(PAUSE);
        if (pod.isDeleting()) {
            return;
        }
        if (failed && due.isAfter(spread.now())) {
            plan.lookAgain(due);
            return;
        }
        String where = " daemon pod " + pod.namespace() + '/' + pod.name() + " on node " + node;
        plan.say(
                failed
                        ? EventNote.warning(
                                DaemonSet.KIND,
                                set,
                                "FailedDaemonPod",
                                "Found failed" + where + ", will try to kill it")
                        : EventNote.normal(
                                DaemonSet.KIND,
                                set,
                                "SucceededDaemonPod",
                                "Found succeeded" + where + ", will try to delete it"));
        remove(pod);
    }

    /// Keeps an old pod beside a new one while the old one is available and the new one is not.
    private void keepTwo(String node, List<Pod> running) {
        if (running.isEmpty()) {
            if (spread.shouldRun(node)) {
                changes.nodes().add(node);
            }
            return;
        }
        Pod updated = null;
        Pod old = null;
        for (Pod pod : running) {
            if (spread.isUpdated(pod) && updated == null) {
                updated = pod;
            } else if (!spread.isUpdated(pod) && old == null) {
                old = pod;
            } else {
                remove(pod);
            }
        }
        if (old != null && updated != null && (!old.isReady() || spread.isAvailable(updated))) {
            remove(old);
        }
    }
}
