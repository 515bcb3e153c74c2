package dev.archipelago.cluster.statefulset;

import dev.archipelago.cluster.history.Revisions;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.Plan;
import org.jspecify.annotations.Nullable;

/// Replaces outdated members, from the last to the first, by deleting them.
final class Rolling {
    private Rolling() {}

    static void update(Replicas replicas, Revisions revisions, Plan.Builder plan) {
        StatefulSet set = replicas.set();
        if (set.updatesOnDelete()) {
            return;
        }
        if (set.maxUnavailable().isPresent()) {
            updateMany(replicas, revisions, set.maxUnavailable().get(), plan);
        } else {
            updateOne(replicas, revisions, plan);
        }
    }

    /// The next is touched when the last one that was is available again.
    private static void updateOne(Replicas replicas, Revisions revisions, Plan.Builder plan) {
        for (int i = replicas.slots().size() - 1; i >= first(replicas); i--) {
            Pod pod = replicas.slots().get(i);
            if (isOutdated(pod, revisions)) {
                delete(replicas, pod, plan);
                return;
            }
            if (replicas.isUnavailable(pod)) {
                return;
            }
        }
    }

    /// As many as may be missing at a time, those counted that are missing anyway.
    private static void updateMany(Replicas replicas, Revisions revisions, int maxUnavailable, Plan.Builder plan) {
        long room = maxUnavailable
                - replicas.slots().stream().filter(replicas::isUnavailable).count();
        for (int i = replicas.slots().size() - 1; i >= first(replicas); i--) {
            Pod pod = replicas.slots().get(i);
            if (pod != null && isPastHelp(pod, revisions, revisions.update())) {
                // Counted as missing already.
                delete(replicas, pod, plan);
            } else if (room > 0 && isOutdated(pod, revisions)) {
                delete(replicas, pod, plan);
                room--;
            }
        }
    }

    /// Whether a pod will not get well by itself and is not what the set wants any more: it can be replaced at no
    /// loss.
    ///
    /// Kubernetes would wait for it forever, also when its template has been taken back since.
    ///
    /// @param wanted what the pod would be made from now
    static boolean isPastHelp(Pod pod, Revisions revisions, ControllerRevision wanted) {
        String revision = Identity.revision(pod);
        if (pod.isDeleting() || pod.isReady() || revision.isEmpty() || revision.equals(wanted.name())) {
            return false;
        }
        boolean abandoned = !revision.equals(revisions.current().name())
                && !revision.equals(revisions.update().name());
        return abandoned || pod.isStuck() || pod.isPending();
    }

    private static int first(Replicas replicas) {
        return replicas.set().partition().orElse(0);
    }

    private static boolean isOutdated(@Nullable Pod pod, Revisions revisions) {
        return pod != null
                && !pod.isDeleting()
                && !Identity.revision(pod).equals(revisions.update().name());
    }

    private static void delete(Replicas replicas, @Nullable Pod pod, Plan.Builder plan) {
        if (pod != null) {
            plan.perform(Plan.deletion(Pod.KIND, pod), new Voice(replicas.set()).pod("delete", pod.name()));
        }
    }
}
