package dev.archipelago.cluster.replicaset;

import dev.archipelago.cluster.kinds.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Ranks pods for deletion when there are too many.
///
/// Times are compared by their order of magnitude only, so that among pods of about the same age the uid decides.
/// Kubernetes compares uids before later criteria, but only where times differ, which is not a consistent order.
final class DeletionRank {
    private static final String COST = "controller.kubernetes.io/pod-deletion-cost";
    private static final List<String> PHASES = List.of("", "Pending", "Unknown", "Running");

    private final Map<String, Integer> byNode = new HashMap<>();
    private final Instant now;

    /// @param relatedPods counted by node: pods on a node with several of them are deleted first
    DeletionRank(Collection<Pod> relatedPods, Instant now) {
        this.now = now;
        for (Pod pod : relatedPods) {
            if (Pods.isActive(pod)) {
                byNode.merge(pod.nodeName(), 1, Integer::sum);
            }
        }
    }

    /// The pods to delete first.
    List<Pod> first(List<Pod> pods, int count) {
        if (count >= pods.size()) {
            return pods;
        }
        return pods.stream()
                .map(this::rank)
                .sorted(Rank.ORDER)
                .limit(count)
                .map(Rank::pod)
                .toList();
    }

    private Rank rank(Pod pod) {
        return new Rank(
                pod,
                !pod.nodeName().isEmpty(),
                PHASES.indexOf(pod.phase()),
                pod.isReady(),
                cost(pod),
                pod.nodeName().isEmpty() ? 0 : byNode.getOrDefault(pod.nodeName(), 0),
                pod.isReady() ? magnitude(pod.readySince().orElse(now)) : 0,
                magnitude(pod.meta().created()));
    }

    private static int cost(Pod pod) {
        String cost = pod.meta().annotations().get(COST);
        try {
            return cost == null ? 0 : Integer.parseInt(cost);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private int magnitude(Instant since) {
        Duration age = Duration.between(since, now);
        return age.isPositive() ? Long.SIZE - Long.numberOfLeadingZeros(age.toMillis()) : -1;
    }

    private record Rank(
            Pod pod,
            boolean scheduled,
            int phase,
            boolean ready,
            int cost,
            int companions,
            int readyMagnitude,
            int ageMagnitude) {
        static final Comparator<Rank> ORDER = Comparator.comparing(Rank::scheduled)
                .thenComparingInt(Rank::phase)
                .thenComparing(Rank::ready)
                .thenComparingInt(Rank::cost)
                .thenComparing(Comparator.comparingInt(Rank::companions).reversed())
                .thenComparingInt(Rank::readyMagnitude)
                .thenComparing(Comparator.comparingInt((Rank rank) -> rank.pod.restarts())
                        .reversed())
                .thenComparingInt(Rank::ageMagnitude)
                .thenComparing(rank -> rank.pod.uid());
    }
}
