package dev.archipelago.cluster.replicaset;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods of a set by state.
///
/// @param active those neither finished nor being deleted
/// @param terminating those being deleted that have not finished
record Pods(ReplicaSet set, List<Pod> active, int terminating, Instant now) {

    static Pods of(ReplicaSet set, List<Pod> pods, Instant now) {
        List<Pod> active = new ArrayList<>(pods.size());
        int terminating = 0;
        for (Pod pod : pods) {
            if (isActive(pod)) {
                active.add(pod);
            } else if (!pod.isOver()) {
                terminating++;
            }
        }
        return new Pods(set, active, terminating, now);
    }

    /// The same after some active pods are deleted.
    Pods without(List<Pod> toDelete) {
        Set<Key> keys = new HashSet<>();
        toDelete.forEach(pod -> keys.add(pod.key()));
        List<Pod> rest = new ArrayList<>(active);
        rest.removeIf(pod -> keys.contains(pod.key()));
        return new Pods(set, rest, terminating + toDelete.size(), now);
    }

    static boolean isActive(Pod pod) {
        return !pod.isOver() && !pod.isDeleting();
    }

    int fullyLabeled() {
        int count = 0;
        for (Pod pod : active) {
            count += isFullyLabeled(pod) ? 1 : 0;
        }
        return count;
    }

    private boolean isFullyLabeled(Pod pod) {
        for (Map.Entry<String, String> label : set.templateLabels().entrySet()) {
            if (!label.getValue().equals(pod.labels().get(label.getKey()))) {
                return false;
            }
        }
        return true;
    }

    int ready() {
        int count = 0;
        for (Pod pod : active) {
            count += pod.isReady() ? 1 : 0;
        }
        return count;
    }

    int available() {
        int count = 0;
        for (Pod pod : active) {
            count += isAvailable(pod) ? 1 : 0;
        }
        return count;
    }

    private boolean isAvailable(Pod pod) {
        return pod.isReady() && pod.isAvailable(set.minReadySeconds(), now);
    }

    /// When the first ready pod that is not yet available becomes so.
    Optional<Instant> nextAvailable() {
        return active.stream()
                .filter(pod -> pod.isReady() && !isAvailable(pod))
                .flatMap(pod -> pod.availableAt(set.minReadySeconds()).stream())
                .min(Comparator.naturalOrder());
    }
}
