package dev.archipelago.cluster.nodelifecycle;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Toleration;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Decides whether one pod on an unhealthy node is evicted.
///
/// A pod that is being deleted stays until its node confirms that it has stopped: it may still run there, and a
/// successor of the same name must wait. Only nodes that are out of service or deleted need not confirm.
final class Eviction {
    /// For pods without a toleration period for an unhealthy node.
    private static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(5);

    /// Some decades; longer times would overflow.
    private static final long PATIENCE_SECONDS_MAX = Integer.MAX_VALUE;

    /// The node is not ready and has the out-of-service taint.
    static final Fact OUT_OF_SERVICE =
            Fact.ofOne(object -> object instanceof Node node && isOutOfService(node), "it is in service");

    private Eviction() {}

    static Plan plan(Pod pod, Node node, Instant now) {
        if (pod.isDeleting()) {
            return isOutOfService(node) ? release(pod) : Plan.NOTHING;
        }
        if (pod.isOver()) {
            return Plan.NOTHING;
        }
        boolean lost = node.readiness().equals("Unknown") && pod.isReady();
        boolean driven = evicts(node);
        if (!lost && !driven) {
            return Plan.NOTHING;
        }
        ObjectNode tree = pod.tree();
        Optional<Instant> deadline =
                driven ? deadline(node, Toleration.read(tree.path("spec").path("tolerations")), now) : Optional.empty();
        if (lost) {
            HeartbeatMonitor.notReady(tree, now);
        }
        Plan.Builder plan = Plan.builder();
        boolean due = deadline.filter(time -> !time.isAfter(now)).isPresent();
        if (due) {
            Conditions.set(
                    tree.withObjectProperty("status"),
                    new Condition(
                            "DisruptionTarget",
                            "True",
                            "DeletionByTaintManager",
                            "Taint manager: deleting due to NoExecute taint"),
                    now);
            plan.say(EventNote.normal(Pod.KIND, pod, "TaintManagerEviction", "Marking for deletion Pod " + pod.key()));
        }
        if (lost || due) {
            plan.updateStatus(Pod.KIND, tree);
        }
        if (due) {
            plan.delete(Pod.KIND, pod);
        } else {
            deadline.ifPresent(plan::lookAgain);
        }
        return plan.build();
    }

    private static boolean isOutOfService(Node node) {
        return node.hasTaint(Taints.OUT_OF_SERVICE) && !node.isReady();
    }

    static boolean evicts(Node node) {
        for (Node.Taint taint : node.taints()) {
            if (taint.evicts()) {
                return true;
            }
        }
        return false;
    }

    /// When a pod must be evicted: when the first of its toleration periods ends.
    static Optional<Instant> deadline(Node node, List<Toleration> tolerations, Instant now) {
        Instant earliest = Instant.MAX;
        for (Node.Taint taint : node.taints()) {
            if (taint.evicts()) {
                Instant end = end(taint, tolerations, now);
                earliest = end.isBefore(earliest) ? end : earliest;
            }
        }
        return earliest.equals(Instant.MAX) ? Optional.empty() : Optional.of(earliest);
    }

    private static Instant end(Node.Taint taint, List<Toleration> tolerations, Instant now) {
        long patience = Long.MAX_VALUE;
        boolean tolerated = false;
        for (Toleration toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                tolerated = true;
                patience = Math.min(patience, Math.max(0, toleration.seconds().orElse(Long.MAX_VALUE)));
            }
        }
        if (!tolerated) {
            boolean health = taint.key().equals(Taints.NOT_READY) || taint.key().equals(Taints.UNREACHABLE);
            patience = health ? DEFAULT_PATIENCE.toSeconds() : 0;
        }
        if (patience == 0) {
            return now;
        }
        // Without a time there is no deadline yet: the node gets one, and is planned again.
        return patience == Long.MAX_VALUE || taint.added().isEmpty()
                ? Instant.MAX
                : taint.added().get().plusSeconds(Math.min(patience, PATIENCE_SECONDS_MAX));
    }

    /// Deletes a pod of a missing node, after a live read has confirmed that the node is gone: one that is back,
    /// but not in the cache yet, runs its pods.
    static Plan abandon(Pod pod) {
        Action gone = new Action.Confirm(Node.KIND, Key.global(pod.nodeName()), "", Fact.GONE);
        return force(pod, Plan.builder().perform(gone));
    }

    /// Deletes a pod of an out-of-service node, after a live read has confirmed the taint: a node that is back in
    /// service runs its pods.
    private static Plan release(Pod pod) {
        Action off = new Action.Confirm(Node.KIND, Key.global(pod.nodeName()), "", OUT_OF_SERVICE);
        return force(pod, Plan.builder().perform(off));
    }

    /// Deletes a pod without grace period. If finalizers hold it, it is marked as failed first.
    private static Plan force(Pod pod, Plan.Builder plan) {
        if (!pod.meta().finalizers().isEmpty()) {
            ObjectNode tree = pod.tree();
            boolean told = pod.isOver();
            if (!told) {
                tree.withObjectProperty("status").put("phase", "Failed");
                plan.updateStatus(Pod.KIND, tree);
            }
            boolean marked =
                    tree.path("metadata").path("deletionGracePeriodSeconds").asLong(1) == 0;
            if (told && pod.isDeleting() && marked) {
                return Plan.NOTHING;
            }
        }
        DeleteOptions atOnce = new DeleteOptions(false, Optional.of(0L), Optional.empty(), pod.uid(), "");
        return plan.perform(new Action.Delete(Pod.KIND, pod.key(), atOnce)).build();
    }
}
