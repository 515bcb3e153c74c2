package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.objects.Owner;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Which pods are on which node, with all the sums that decisions need. Each change costs as much as that one pod has
/// to say, however many there are.
///
/// For one thread at a time.
final class ClusterState {
    private static final int SELECTORS_MAX = 10_000;

    private final TreeMap<String, NodeState> nodes = new TreeMap<>();
    private final Map<String, Placed> pods = new HashMap<>();
    private final TreeMap<Integer, Integer> priorities = new TreeMap<>();
    private final PodCounts counts = new PodCounts(SELECTORS_MAX);
    private final PodCounts repulsions = new PodCounts(Integer.MAX_VALUE);
    private final Map<String, PodCount> byController = new HashMap<>();
    private final Map<String, Set<String>> domains = new HashMap<>();
    private @Nullable List<NodeState> candidates;
    private int rotation;

    /// @param repulsions what it does not want near
    private record Placed(Pod pod, String node, List<PodTerm> repulsions) {

        /// Pods that are going do not count as there any more when others are spread.
        boolean counts() {
            return !pod.isDeleting();
        }
    }

    /// Takes note of a node.
    void node(Node node) {
        NodeState state = nodes.computeIfAbsent(node.name(), NodeState::new);
        Node before = state.node();
        state.become(node);
        if (before == null || !before.labels().equals(node.labels())) {
            regroup();
        }
    }

    void removeNode(String name) {
        NodeState state = nodes.get(name);
        if (state != null) {
            state.become(null);
            if (state.isEmpty()) {
                nodes.remove(name);
            }
            regroup();
        }
    }

    private void regroup() {
        candidates = null;
        domains.clear();
        PodCount.regroup(counts.all());
        PodCount.regroup(repulsions.all());
        PodCount.regroup(byController.values());
    }

    /// Nodes that pods can be put on, in the order of their names.
    List<NodeState> candidates() {
        if (candidates == null) {
            candidates = nodes.values().stream()
                    .filter(state -> state.node() != null)
                    .toList();
        }
        return candidates;
    }

    Map<String, NodeState> nodes() {
        return nodes;
    }

    /// Where the search for a node begins: elsewhere each time.
    int rotation() {
        return rotation;
    }

    void rotate(int by) {
        rotation = Math.floorMod(rotation + by, Math.max(1, candidates().size()));
    }

    /// The values that nodes have for a label.
    Set<String> domains(String topologyKey) {
        return domains.computeIfAbsent(topologyKey, key -> {
            Set<String> values = new TreeSet<>();
            for (NodeState state : candidates()) {
                Node node = state.node();
                String value = node == null ? null : node.labels().get(key);
                if (value != null) {
                    values.add(value);
                }
            }
            return values;
        });
    }

    /// Takes note of a pod that is, or is about to be, on a node.
    void place(Pod pod, String node) {
        Placed before = pods.get(pod.uid());
        if (before != null && isSame(before, pod, node)) {
            pods.put(pod.uid(), new Placed(pod, node, before.repulsions));
            return;
        }
        if (before != null) {
            count(before, -1);
        }
        Placed placed = new Placed(pod, node, Needs.repulsionsOf(pod));
        pods.put(pod.uid(), placed);
        count(placed, 1);
    }

    private static boolean isSame(Placed before, Pod pod, String node) {
        return before.node.equals(node)
                && before.pod.isDeleting() == pod.isDeleting()
                && before.pod.requests().equals(pod.requests())
                && before.pod.labels().equals(pod.labels());
    }

    /// The priority of the pod that matters least.
    int lowestPriority() {
        return priorities.isEmpty() ? Integer.MAX_VALUE : priorities.firstKey();
    }

    /// All pods of a lesser priority, by their node.
    Map<String, List<Pod>> podsBelow(int priority) {
        Map<String, List<Pod>> found = new HashMap<>();
        for (Placed placed : pods.values()) {
            if (placed.pod.priority() < priority) {
                found.computeIfAbsent(placed.node, name -> new ArrayList<>()).add(placed.pod);
            }
        }
        return found;
    }

    /// Takes note that a pod is nowhere.
    ///
    /// @return whether it was somewhere
    boolean remove(String uid) {
        Placed placed = pods.remove(uid);
        if (placed == null) {
            return false;
        }
        count(placed, -1);
        return true;
    }

    private void count(Placed placed, int sign) {
        NodeState state = nodes.computeIfAbsent(placed.node, NodeState::new);
        state.count(placed.pod, sign);
        priorities.merge(placed.pod.priority(), sign, Integer::sum);
        priorities.remove(placed.pod.priority(), 0);
        Node node = state.node();
        for (PodTerm term : placed.repulsions) {
            PodCount.Kind kind = new PodCount.Kind(term.namespaces(), term.selector(), term.topologyKey());
            PodCount census = repulsions.find(kind);
            census = census == null ? repulsions.add(kind) : census;
            census.add(placed.node, node, sign);
            if (census.total() == 0) {
                repulsions.remove(census);
            }
        }
        if (placed.counts()) {
            counts.forEach(placed.pod.namespace(), placed.pod.labels(), census -> census.add(placed.node, node, sign));
            placed.pod.meta().controller().map(Owner::uid).ifPresent(owner -> {
                PodCount census = byController.computeIfAbsent(owner, ClusterState::ofController);
                census.add(placed.node, node, sign);
                if (census.total() == 0) {
                    byController.remove(owner);
                }
            });
        }
        if (state.isEmpty() && node == null) {
            nodes.remove(placed.node);
        }
    }

    private static PodCount ofController(String owner) {
        return new PodCount(new PodCount.Kind(Set.of(), LabelSelector.nothing(), ""));
    }

    /// The count of all pods that a selector meets. Taken once by counting, from then on kept.
    PodCount census(Set<String> namespaces, LabelSelector selector) {
        PodCount.Kind kind = new PodCount.Kind(namespaces, selector, "");
        PodCount known = counts.find(kind);
        if (known != null) {
            return known;
        }
        PodCount census = counts.add(kind);
        for (Placed placed : pods.values()) {
            if (placed.counts() && kind.selects(placed.pod.namespace(), placed.pod.labels())) {
                NodeState state = nodes.get(placed.node);
                census.add(placed.node, state == null ? null : state.node(), 1);
            }
        }
        return census;
    }

    /// The count of the pods of one controller, if it has any.
    @Nullable
    PodCount ofSameController(Pod pod) {
        return byController.isEmpty()
                ? null
                : pod.meta()
                        .controller()
                        .map(owner -> byController.get(owner.uid()))
                        .orElse(null);
    }

    /// The counts of pods that do not want this one near them.
    List<PodCount> rejecting(Pod pod) {
        List<PodCount> found = new ArrayList<>();
        repulsions.forEach(pod.namespace(), pod.labels(), found::add);
        return found;
    }
}
