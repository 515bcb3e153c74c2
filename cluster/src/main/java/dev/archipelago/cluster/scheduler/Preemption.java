package dev.archipelago.cluster.scheduler;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A node on which a pod fits after preemption of others.
///
/// @param victims empty when the pods to be removed are terminating already
record Preemption(String node, List<Pod> victims) {
    /// The order of victims: lowest priority first, then the youngest.
    private static final Comparator<Pod> DISPENSABLE = Comparator.comparingInt(Pod::priority)
            .thenComparing(pod -> pod.meta().created(), Comparator.reverseOrder())
            .thenComparing(Pod::uid);

    private static final Comparator<Preemption> HARMLESS = Comparator.<Preemption>comparingInt(
                    choice -> choice.victims.getLast().priority())
            .thenComparingInt(choice -> choice.victims.size())
            .thenComparing(Preemption::node);

    /// The node where preemption costs least, if there is one.
    static Optional<Preemption> find(Needs needs, VolumeNeeds volumes, ClusterState state) {
        Pod pod = needs.pod();
        if (pod.priority() <= state.lowestPriority() || volumes.obstacle().isPresent() || neverPreempts(pod)) {
            return Optional.empty();
        }
        Map<String, List<Pod>> lesser = state.podsBelow(pod.priority());
        Optional<Preemption> underWay = underWay(pod, lesser);
        if (underWay.isPresent()) {
            return underWay;
        }
        List<Preemption> choices = new ArrayList<>();
        for (NodeState candidate : state.candidates()) {
            List<Pod> there = lesser.getOrDefault(candidate.name(), List.of());
            Node node = candidate.node();
            if (node != null && !there.isEmpty() && there.stream().noneMatch(Pod::isDeleting)) {
                DryRun dryRun = new DryRun(needs, volumes, state, candidate, node);
                dryRun.victims(there.stream().sorted(DISPENSABLE).toList())
                        .ifPresent(victims -> choices.add(new Preemption(candidate.name(), victims)));
            }
        }
        return choices.stream().min(HARMLESS);
    }

    private static boolean neverPreempts(Pod pod) {
        return pod.tree().path("spec").path("preemptionPolicy").asString("").equals("Never");
    }

    private static Optional<Preemption> underWay(Pod pod, Map<String, List<Pod>> lesser) {
        String nominated = pod.tree().path("status").path("nominatedNodeName").asString("");
        return lesser.getOrDefault(nominated, List.of()).stream().anyMatch(Pod::isDeleting)
                ? Optional.of(new Preemption(nominated, List.of()))
                : Optional.empty();
    }

    /// A test whether the pod fits after some pods are removed from a node.
    private record DryRun(Needs needs, VolumeNeeds volumes, ClusterState state, NodeState place, Node node) {

        /// The victims, the least important first; empty when the pod does not fit without any of them.
        Optional<List<Pod>> victims(List<Pod> dispensable) {
            dispensable.forEach(pod -> state.remove(pod.uid()));
            List<Pod> victims = new ArrayList<>();
            boolean fits = fits();
            for (Pod pod : dispensable.reversed()) {
                state.place(pod, place.name());
                if (fits && !fits()) {
                    state.remove(pod.uid());
                    victims.addFirst(pod);
                }
            }
            victims.forEach(pod -> state.place(pod, place.name()));
            return fits && !victims.isEmpty() ? Optional.of(victims) : Optional.empty();
        }

        private boolean fits() {
            return new NodeFilters(needs, volumes, state)
                    .reasonsAgainst(node, place)
                    .isEmpty();
        }
    }
}
