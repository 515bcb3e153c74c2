package dev.archipelago.cluster.statefulset;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The pods of a set by what is to become of them.
///
/// @param slots one for each member that there should be, from the first ordinal on; null where there is no pod
/// @param condemned pods of members that there should not be, highest ordinal first
record Replicas(StatefulSet set, List<@Nullable Pod> slots, List<Pod> condemned, Instant now) {

    static Replicas of(StatefulSet set, List<Pod> pods, Instant now) {
        @Nullable Pod[] slots = new Pod[Math.max(0, set.replicas())];
        List<Pod> condemned = new ArrayList<>();
        for (Pod pod : pods) {
            int at = Identity.ordinal(pod.name()) - set.start();
            if (at >= 0 && at < slots.length) {
                slots[at] = pod;
            } else {
                condemned.add(pod);
            }
        }
        condemned.sort(Comparator.comparingInt((Pod pod) -> Identity.ordinal(pod.name()))
                .reversed());
        return new Replicas(
                set, java.util.Collections.unmodifiableList(java.util.Arrays.asList(slots)), condemned, now);
    }

    boolean isAvailable(Pod pod) {
        return pod.isReady() && pod.isAvailable(set.minReadySeconds(), now);
    }

    /// Whether a member does not serve: it is missing, unwell or on its way out.
    boolean isUnavailable(@Nullable Pod pod) {
        return pod == null || pod.isDeleting() || !isAvailable(pod);
    }

    /// Of all condemned pods the one that may go although it is unwell: only when every wanted member is well, and
    /// only the lowest.
    Optional<Pod> lowestUnavailableCondemned() {
        if (slots.stream().anyMatch(this::isUnavailable)) {
            return Optional.empty();
        }
        return condemned.reversed().stream().filter(this::isUnavailable).findFirst();
    }

    List<Pod> all() {
        List<Pod> all = new ArrayList<>();
        for (Pod pod : slots) {
            if (pod != null) {
                all.add(pod);
            }
        }
        all.addAll(condemned);
        return all;
    }

    /// When the first of the pods that are ready but not yet available will be.
    Optional<Instant> nextAvailable() {
        return all().stream()
                .filter(pod -> pod.isReady() && !isAvailable(pod))
                .flatMap(pod -> pod.availableAt(set.minReadySeconds()).stream())
                .min(Comparator.naturalOrder());
    }
}
