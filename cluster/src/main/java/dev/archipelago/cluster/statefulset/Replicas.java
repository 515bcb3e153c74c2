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

/// The pods of a set by ordinal.
///
/// A set may ask for far more replicas than there are pods. So only its first ordinals are listed one by one: up to as
/// many missing ones as are created at a time.
///
/// @param slots one for each of the first wanted ordinals; null where there is no pod
/// @param beyond pods with wanted ordinals after the slots, in order
/// @param absent how many ordinals after the slots have no pod
/// @param condemned pods with ordinals that are not wanted, highest first
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

    /// How many replicas the set can have, as ordinals are ints.
    private static int members(StatefulSet set) {
        long room = 1L + Integer.MAX_VALUE - set.start();
        return (int) Math.clamp(set.replicas(), 0L, Math.min(room, Integer.MAX_VALUE));
    }

    private static int index(StatefulSet set, Pod pod) {
        return PodIdentity.ordinal(pod.name()) - set.start();
    }

    /// How many wanted replicas are unavailable.
    long unavailable() {
        return absent
                + slots.stream().filter(this::isUnavailable).count()
                + beyond.stream().filter(this::isUnavailable).count();
    }

    boolean isAvailable(Pod pod) {
        return pod.isReady() && pod.isAvailable(set.minReadySeconds(), now);
    }

    /// Whether a pod is missing, terminating or not available.
    boolean isUnavailable(@Nullable Pod pod) {
        return pod == null || pod.isDeleting() || !isAvailable(pod);
    }

    /// The only condemned pod that may be deleted although it is unavailable: the lowest, when all wanted
    /// pods are available.
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

    /// When the first ready pod that is not yet available becomes so.
    Optional<Instant> nextAvailable() {
        return all().stream()
                .filter(pod -> pod.isReady() && !isAvailable(pod))
                .flatMap(pod -> pod.availableAt(set.minReadySeconds()).stream())
                .min(Comparator.naturalOrder());
    }
}
