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

/// Decides what becomes of one pod whose node is not well.
///
/// A pod that is asked to go stays until its node confirms that it is gone: it may still run there, and whoever waits
/// for its name must go on waiting. Only a node that is out of service, or no more, confirms nothing.
final class Eviction {
    /// For pods that do not say how long they put up with a lost node.
    private static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(5);

    /// Some decades: later is never, and times beyond cannot be counted to.
    private static final long PATIENCE_SECONDS_MAX = Integer.MAX_VALUE;

    /// The node is not ready, and somebody has marked it.
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
        boolean driven = drivesOut(node);
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

    static boolean drivesOut(Node node) {
        for (Node.Taint taint : node.taints()) {
            if (taint.drivesOut()) {
                return true;
            }
        }
        return false;
    }

    /// When a pod has to go, if it has to: as soon as it puts up with any one of the taints no longer.
    static Optional<Instant> deadline(Node node, List<Toleration> tolerations, Instant now) {
        Instant earliest = Instant.MAX;
        for (Node.Taint taint : node.taints()) {
            if (taint.drivesOut()) {
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
        // Without a time it cannot be told yet: the node gets one, and is then looked at again.
        return patience == Long.MAX_VALUE || taint.added().isEmpty()
                ? Instant.MAX
                : taint.added().get().plusSeconds(Math.min(patience, PATIENCE_SECONDS_MAX));
    }

    /// Takes a pod away whose node is missed, once it is sure that the node is gone: one that has come back and was
    /// not seen yet runs its pods.
    static Plan abandon(Pod pod) {
        Action gone = new Action.Confirm(Node.KIND, Key.global(pod.nodeName()), "", Fact.GONE);
        return force(pod, Plan.builder().perform(gone));
    }

    /// Takes a pod away whose node somebody has marked as out of service, once it is sure that it still is: one that is
    /// back in service runs its pods.
    private static Plan release(Pod pod) {
        Action off = new Action.Confirm(Node.KIND, Key.global(pod.nodeName()), "", OUT_OF_SERVICE);
        return force(pod, Plan.builder().perform(off));
    }

    /// Takes a pod away without asking its node. Those who hold it back are told that it has failed.
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
