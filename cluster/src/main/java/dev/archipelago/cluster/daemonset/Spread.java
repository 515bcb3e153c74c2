package dev.archipelago.cluster.daemonset;

import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The pods of a set by the nodes they run on or are made for.
///
/// @param verdicts of all nodes, by name
/// @param pods by node, the oldest first
/// @param hash of the revision that pods should have
record Spread(
        DaemonSet set,
        SortedMap<String, Eligibility.Verdict> verdicts,
        SortedMap<String, List<Pod>> pods,
        String hash,
        Instant now) {
    private static final Comparator<Pod> BY_ARRIVAL = Comparator.comparing(
                    (Pod pod) -> pod.nodeName().isEmpty())
            .thenComparing(pod -> pod.meta().created())
            .thenComparing(Pod::name);

    static Spread of(
            DaemonSet set,
            Collection<Node> nodes,
            Eligibility eligibility,
            Collection<Pod> pods,
            String hash,
            Instant now) {
        SortedMap<String, Eligibility.Verdict> verdicts = new TreeMap<>();
        nodes.forEach(node -> verdicts.put(node.name(), eligibility.of(node)));
        SortedMap<String, List<Pod>> byNode = new TreeMap<>();
        pods.stream()
                // A finished pod that is being deleted does not count.
                .filter(pod -> !(pod.isOver() && pod.isDeleting()))
                .sorted(BY_ARRIVAL)
                .forEach(pod -> byNode.computeIfAbsent(Template.nodeOf(pod), node -> new ArrayList<>())
                        .add(pod));
        byNode.remove("");
        return new Spread(set, verdicts, byNode, hash, now);
    }

    List<Pod> on(String node) {
        return pods.getOrDefault(node, List.of());
    }

    /// How many nodes should have a pod.
    int desired() {
        int desired = 0;
        for (Eligibility.Verdict verdict : verdicts.values()) {
            desired += verdict == Eligibility.Verdict.RUN ? 1 : 0;
        }
        return desired;
    }

    boolean shouldRun(String node) {
        return verdicts.get(node) == Eligibility.Verdict.RUN;
    }

    boolean isUpdated(Pod pod) {
        return hash.equals(pod.labels().get(Template.HASH_LABEL));
    }

    boolean isAvailable(Pod pod) {
        return pod.isReady() && pod.isAvailable(set.minReadySeconds(), now);
    }

    /// When the first ready pod that is not yet available becomes so.
    Optional<Instant> nextAvailable() {
        return pods.values().stream()
                .flatMap(List::stream)
                .filter(pod -> pod.isReady() && !isAvailable(pod))
                .flatMap(pod -> pod.availableAt(set.minReadySeconds()).stream())
                .min(Comparator.naturalOrder());
    }
}
