package dev.archipelago.cluster.scheduler;

import dev.archipelago.cluster.kinds.Node;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Chooses a node for a pod.
final class Placement {
    /// How many feasible nodes are scored: large clusters are not searched to the end each time.
    private static final int ENOUGH = 100;

    private Placement() {}

    static SchedulingDecision choose(Needs needs, VolumeNeeds volumes, ClusterState state) {
        List<NodeState> candidates = state.candidates();
        if (candidates.isEmpty()) {
            return new SchedulingDecision.Nowhere("no nodes available to schedule pods", Set.of(WakeReason.NODE));
        }
        String none = "0/" + candidates.size() + " nodes are available: ";
        if (volumes.obstacle().isPresent()) {
            return new SchedulingDecision.Nowhere(none + volumes.obstacle().get() + ".", Set.of(WakeReason.VOLUME));
        }
        NodeFilters filters = new NodeFilters(needs, volumes, state);
        if (volumes.promised().isPresent()) {
            NodeState promised = state.nodes().get(volumes.promised().get());
            Node node = promised == null ? null : promised.node();
            if (promised != null
                    && node != null
                    && filters.reasonsAgainst(node, promised).isEmpty()) {
                return new SchedulingDecision.Chosen(promised.name());
            }
        }
        Map<String, Integer> reasons = new TreeMap<>();
        List<NodeState> feasible = feasible(candidates, filters, state, reasons);
        return feasible.isEmpty()
                ? new SchedulingDecision.Nowhere(none + text(reasons) + ".", wakeReasons(reasons))
                : new SchedulingDecision.Chosen(
                        new Scores(needs, state, feasible).best().name());
    }

    private static List<NodeState> feasible(
            List<NodeState> candidates, NodeFilters filters, ClusterState state, Map<String, Integer> reasons) {
        List<NodeState> feasible = new ArrayList<>(Math.min(ENOUGH, candidates.size()));
        int start = state.rotation();
        int seen = 0;
        while (seen < candidates.size() && feasible.size() < ENOUGH) {
            NodeState candidate = candidates.get((start + seen) % candidates.size());
            seen++;
            Node node = candidate.node();
            if (node == null) {
                continue;
            }
            List<String> against = filters.reasonsAgainst(node, candidate);
            if (against.isEmpty()) {
                feasible.add(candidate);
            }
            against.forEach(reason -> reasons.merge(reason, 1, Integer::sum));
        }
        state.rotate(seen);
        return feasible;
    }

    private static String text(Map<String, Integer> reasons) {
        List<String> texts = new ArrayList<>();
        reasons.forEach((reason, count) -> texts.add(count + " " + reason));
        texts.sort(null);
        return String.join(", ", texts);
    }

    private static Set<WakeReason> wakeReasons(Map<String, Integer> reasons) {
        EnumSet<WakeReason> wakeReasons = EnumSet.of(WakeReason.NODE);
        for (String reason : reasons.keySet()) {
            if (reason.contains("PersistentVolume")) {
                wakeReasons.add(WakeReason.VOLUME);
            } else if (reason.contains("spread constraints") || reason.contains("pod affinity")) {
                wakeReasons.add(WakeReason.POD_PLACED);
                wakeReasons.add(WakeReason.POD_GONE);
            } else if (!reason.contains("taint")
                    && !reason.contains("node affinity")
                    && !reason.endsWith("unschedulable")) {
                wakeReasons.add(WakeReason.POD_GONE);
            }
        }
        return wakeReasons;
    }
}
