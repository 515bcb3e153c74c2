package dev.archipelago.cluster.statefulset;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.pods.PodControl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The pods of a set by what is to become of them.
///
/// A set may ask for far more members than there are pods. So only its first members are looked at one by one: all
/// up to as many missing ones as are made at a time.
///
/// @param slots one for each of the first members that there should be, from the first ordinal on; null where there is
///     no pod
/// @param beyond pods of members that there should be, and that come after those, by their ordinals
/// @param absent how many members after the slots have no pod
/// @param condemned pods of members that there should not be, highest ordinal first
record Replicas(
        StatefulSet set, List<@Nullable Pod> slots, List<Pod> beyond, long absent, List<Pod> condemned, Instant now) {
    private static final Comparator<Pod> BY_ORDINAL = Comparator.comparingInt(pod -> PodIdentity.ordinal(pod.name()));

    static Replicas of(StatefulSet set, List<Pod> pods, Instant now) {
        int members = members(set);
        List<Pod> wanted = new ArrayList<>();
        List<Pod> condemned = new ArrayList<>();
        for (Pod pod : pods) {
            int at = index(set, pod);
            (at >= 0 && at < members ? wanted : condemned).add(pod);
        }
        wanted.sort(BY_ORDINAL);
        condemned.sort(BY_ORDINAL.reversed());
        List<@Nullable Pod> slots = new ArrayList<>();
        int missing = 0;
        int next = 0;
        while (slots.size() < members && missing < PodControl.BURST_MAX) {
            boolean isThere = next < wanted.size() && index(set, wanted.get(next)) == slots.size();
            slots.add(isThere ? wanted.get(next) : null);
            next += isThere ? 1 : 0;
            missing += isThere ? 0 : 1;
        }
        List<Pod> beyond = wanted.subList(next, wanted.size());
        long absent = (long) members - slots.size() - beyond.size();
        return new Replicas(set, Collections.unmodifiableList(slots), List.copyOf(beyond), absent, condemned, now);
    }

    /// How many members the set can have: ordinals end where numbers do.
    private static int members(StatefulSet set) {
        long room = 1L + Integer.MAX_VALUE - set.start();
        return (int) Math.clamp(set.replicas(), 0L, Math.min(room, Integer.MAX_VALUE));
    }

    private static int index(StatefulSet set, Pod pod) {
        return PodIdentity.ordinal(pod.name()) - set.start();
    }

    /// How many members do not serve.
    long unavailable() {
        return absent
                + slots.stream().filter(this::isUnavailable).count()
                + beyond.stream().filter(this::isUnavailable).count();
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
        all.addAll(beyond);
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
