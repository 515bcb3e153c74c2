package dev.archipelago.cluster.statefulset;

import dev.archipelago.cluster.history.Revisions;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import java.util.ArrayList;
import java.util.List;

/// Chooses the outdated pods to be replaced next, from the last ordinal to the first.
final class RollingUpdate {
    private RollingUpdate() {}

    /// The pods to delete now.
    static List<Pod> replaced(Replicas replicas, Revisions revisions) {
        StatefulSet set = replicas.set();
        if (set.updatesOnDelete()) {
            return List.of();
        }
        return set.maxUnavailable().isPresent()
                ? many(replicas, revisions, set.maxUnavailable().get())
                : one(replicas, revisions);
    }

    /// Replaces one pod, after the previous one is available again.
    ///
    /// In a parallel set the previous one may have a lower ordinal, when the template has changed during an update.
    /// Kubernetes would then make a second pod unavailable.
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

    /// Whether a replacement is in progress: the pod is missing, terminating, or updated and not yet available.
    private static boolean isUnderWay(Replicas replicas, Revisions revisions) {
        for (Pod pod : replicas.slots()) {
            if (pod == null || pod.isDeleting() || (replicas.isUnavailable(pod) && !isUntouched(pod, revisions))) {
                return true;
            }
        }
        return false;
    }

    /// Whether a pod was not replaced by an update yet. One that is about to become available may have been.
    private static boolean isUntouched(Pod pod, Revisions revisions) {
        return !pod.isReady()
                && isOutdated(pod, revisions)
                && PodIdentity.revision(pod).equals(revisions.current().name());
    }

    /// The last outdated pod that is unavailable already.
    private static List<Pod> lastUnavailable(Replicas replicas, Revisions revisions) {
        for (int i = replicas.slots().size() - 1; i >= first(replicas); i--) {
            Pod pod = replicas.slots().get(i);
            if (pod != null && isOutdated(pod, revisions) && replicas.isUnavailable(pod)) {
                return List.of(pod);
            }
        }
        return List.of();
    }

    /// Replaces up to `maxUnavailable` pods, including those that are unavailable already.
    private static List<Pod> many(Replicas replicas, Revisions revisions, int maxUnavailable) {
        List<Pod> replaced = new ArrayList<>();
        long room = maxUnavailable - replicas.unavailable();
        for (int i = replicas.slots().size() - 1; i >= first(replicas); i--) {
            Pod pod = replicas.slots().get(i);
            if (pod != null && isPastHelp(pod, revisions, revisions.update())) {
                // It is counted as unavailable already.
                replaced.add(pod);
            } else if (pod != null && room > 0 && isOutdated(pod, revisions)) {
                replaced.add(pod);
                room--;
            }
        }
        return replaced;
    }

    /// Whether a pod will not recover by itself and has an unwanted revision, so that it can be
    /// replaced without loss.
    ///
    /// Kubernetes would wait for it forever, even when its template has been rolled back since.
    ///
    /// @param wanted the revision of a replacement
    static boolean isPastHelp(Pod pod, Revisions revisions, ControllerRevision wanted) {
        String revision = PodIdentity.revision(pod);
        if (pod.isDeleting() || pod.isOver() || pod.isReady() || revision.isEmpty() || revision.equals(wanted.name())) {
            return false;
        }
        boolean abandoned = !revision.equals(revisions.current().name())
                && !revision.equals(revisions.update().name());
        return abandoned || isBroken(pod);
    }

    /// Whether a pod does not run and is not expected to.
    static boolean isBroken(Pod pod) {
        return pod.isStuck() || pod.isPending() || pod.isOver();
    }

    private static int first(Replicas replicas) {
        return replicas.set().partition().orElse(0);
    }

    /// A finished pod is deleted anyway.
    private static boolean isOutdated(Pod pod, Revisions revisions) {
        return !pod.isDeleting()
                && !pod.isOver()
                && !PodIdentity.revision(pod).equals(revisions.update().name());
    }
}
