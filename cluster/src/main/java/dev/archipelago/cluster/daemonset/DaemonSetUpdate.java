package dev.archipelago.cluster.daemonset;

import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Pod;
import java.util.ArrayList;
import java.util.List;

/// Replaces outdated pods. Without surge, at most `maxUnavailable` old pods are deleted first; with surge, new pods
/// start first on at most `maxSurge` nodes.
final class DaemonSetUpdate {
    private final Spread spread;
    private final DaemonSet set;
    private final PodChanges changes = new PodChanges();
    private final List<Pod> useless = new ArrayList<>();
    private final List<Pod> outdated = new ArrayList<>();
    private int missing;
    private int surging;

    DaemonSetUpdate(Spread spread) {
        this.spread = spread;
        this.set = spread.set();
    }

    PodChanges changes() {
        if (set.updatesOnDelete()) {
            return changes;
        }
        spread.pods().forEach((node, pods) -> sort(pods));
        int surge = set.maxSurge(spread.desired());
        if (surge > 0) {
            surge(surge);
        } else {
            changes.toDelete().addAll(useless);
            int room = Math.max(0, set.maxUnavailable(spread.desired()) - missing);
            changes.toDelete().addAll(outdated.subList(0, Math.min(room, outdated.size())));
        }
        return changes;
    }

    /// Classifies one node: whether its pod is available and whether it must be replaced. Terminating pods
    /// do not count.
    private void sort(List<Pod> pods) {
        List<Pod> present = pods.stream().filter(pod -> !pod.isDeleting()).toList();
        if (present.size() != 1) {
            missing++;
            surging += present.size() > 1 ? 1 : 0;
            return;
        }
        Pod pod = present.getFirst();
        boolean available = spread.isAvailable(pod);
        missing += available ? 0 : 1;
        if (!spread.isUpdated(pod)) {
            (available ? outdated : useless).add(pod);
        }
    }

    private void surge(int max) {
        int room = max - surging;
        for (Pod pod : useless) {
            beside(pod);
        }
        for (Pod pod : outdated) {
            if (room > 0 && beside(pod)) {
                room--;
            }
        }
    }

    private boolean beside(Pod old) {
        String node = Template.nodeOf(old);
        if (spread.shouldRun(node)) {
            changes.nodes().add(node);
            return true;
        }
        return false;
    }
}
