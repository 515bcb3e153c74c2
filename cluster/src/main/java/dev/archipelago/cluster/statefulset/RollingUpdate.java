package dev.archipelago.cluster.statefulset;

import dev.archipelago.cluster.history.Revisions;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import java.util.ArrayList;
import java.util.List;

/// Chooses the outdated members that are replaced next, from the last to the first.
final class RollingUpdate {
    private RollingUpdate() {}

    /// The pods to be deleted now.
    static List<Pod> replaced(Replicas replicas, Revisions revisions) {
        StatefulSet set = replicas.set();
        if (set.updatesOnDelete()) {
            return List.of();
        }
        return set.maxUnavailable().isPresent()
                ? many(replicas, revisions, set.maxUnavailable().get())
                : one(replicas, revisions);
    }

    /// The next is touched when the last one that was is available again.
    ///
    /// In a parallel set that may be one further down, when the template changed in the middle of an update.
    /// Kubernetes would take a second one away then.
    private static List<Pod> one(Replicas replicas, Revisions revisions) {
        if (replicas.absent() > 0) {
            return List.of();
        }
        for (int i = replicas.slots().size() - 1; i >= first(replicas); i--) {
            Pod pod = replicas.slots().get(i);
            if (pod != null && isOutdated(pod, revisions)) {
                return replicas.isUnavailable(pod) || !isUnderWay(replicas, revisions)
                        ? List.of(pod)
                        : lastUnavailable(replicas, revisions);
            }
            if (replicas.isUnavailable(pod)) {
                return List.of();
            }
        }
        return List.of();
    }

    /// Whether a member is being replaced: its pod is gone, goes, or came with an update and does not serve yet.
    private static boolean isUnderWay(Replicas replicas, Revisions revisions) {
        for (Pod pod : replicas.slots()) {
            if (pod == null || pod.isDeleting() || (replicas.isUnavailable(pod) && !isUntouched(pod, revisions))) {
                return true;
            }
        }
        return false;
    }

    /// Whether no update has reached a pod yet. One that is just becoming available may have come with the last.
    private static boolean isUntouched(Pod pod, Revisions revisions) {
        return !pod.isReady()
                && isOutdated(pod, revisions)
                && PodIdentity.revision(pod).equals(revisions.current().name());
    }

    /// The last outdated member that is missed by nobody.
    private static List<Pod> lastUnavailable(Replicas replicas, Revisions revisions) {
        for (int i = replicas.slots().size() - 1; i >= first(replicas); i--) {
            Pod pod = replicas.slots().get(i);
            if (pod != null && isOutdated(pod, revisions) && replicas.isUnavailable(pod)) {
                return List.of(pod);
            }
        }
        return List.of();
    }

    /// As many as may be missing at a time, those counted that are missing anyway.
    private static List<Pod> many(Replicas replicas, Revisions revisions, int maxUnavailable) {
        List<Pod> replaced = new ArrayList<>();
        long room = maxUnavailable - replicas.unavailable();
        for (int i = replicas.slots().size() - 1; i >= first(replicas); i--) {
            Pod pod = replicas.slots().get(i);
            if (pod != null && isPastHelp(pod, revisions, revisions.update())) {
                // Counted as missing already.
                replaced.add(pod);
            } else if (pod != null && room > 0 && isOutdated(pod, revisions)) {
                replaced.add(pod);
                room--;
            }
        }
        return replaced;
    }

    /// Whether a pod will not get well by itself and is not what the set wants any more: it can be replaced at no
    /// loss.
    ///
    /// Kubernetes would wait for it forever, also when its template has been taken back since.
    ///
    /// @param wanted what the pod would be made from now
    static boolean isPastHelp(Pod pod, Revisions revisions, ControllerRevision wanted) {
        String revision = PodIdentity.revision(pod);
        if (pod.isDeleting() || pod.isOver() || pod.isReady() || revision.isEmpty() || revision.equals(wanted.name())) {
            return false;
        }
        boolean abandoned = !revision.equals(revisions.current().name())
                && !revision.equals(revisions.update().name());
        return abandoned || isBroken(pod);
    }

    /// Whether a pod does not run and cannot be expected to.
    static boolean isBroken(Pod pod) {
        return pod.isStuck() || pod.isPending() || pod.isOver();
    }

    private static int first(Replicas replicas) {
        return replicas.set().partition().orElse(0);
    }

    /// One that is over goes anyway.
    private static boolean isOutdated(Pod pod, Revisions revisions) {
        return !pod.isDeleting()
                && !pod.isOver()
                && !PodIdentity.revision(pod).equals(revisions.update().name());
    }
}
