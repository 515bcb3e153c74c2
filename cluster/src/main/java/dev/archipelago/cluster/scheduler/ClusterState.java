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

/// The pods on each node, with the sums that decisions need. The cost of an update does not depend on the
/// number of pods.
///
/// Not thread-safe.
final class ClusterState {
    private static final int SELECTORS_MAX = 10_000;

    private final TreeMap<String, NodeState> nodes = new TreeMap<>();
    private final Map<String, Placed> pods = new HashMap<>();
    private final TreeMap<Integer, Integer> priorities = new TreeMap<>();
    private final PodCounts counts = new PodCounts(SELECTORS_MAX);
    private final PodCounts antiAffinityCounts = new PodCounts(Integer.MAX_VALUE);
    private final Map<String, PodCount> byController = new HashMap<>();
    private final Map<String, Set<String>> domains = new HashMap<>();
    private @Nullable List<NodeState> candidates;
    private int rotation;

    /// @param antiAffinityTerms its required anti-affinity terms
    private record Placed(Pod pod, String node, List<PodTerm> antiAffinityTerms) {

        /// Terminating pods do not count for spreading.
        boolean counts() {
            return !pod.isDeleting();
        }
    }

    /// Adds or updates a node.
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
        PodCount.regroup(antiAffinityCounts.all());
        PodCount.regroup(byController.values());
    }

    /// The existing nodes, in the order of their names.
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

    /// The start index of the next search, which changes each time.
    int rotation() {
        return rotation;
    }

    void rotate(int by) {
        rotation = Math.floorMod(rotation + by, Math.max(1, candidates().size()));
    }

    /// The values of a label on nodes.
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

    /// Adds a pod that is, or is about to be, on a node.
    void place(Pod pod, String node) {
        Placed before = pods.get(pod.uid());
        if (before != null && isSame(before, pod, node)) {
            pods.put(pod.uid(), new Placed(pod, node, before.antiAffinityTerms));
            return;
        }
        if (before != null) {
            count(before, -1);
        }
        Placed placed = new Placed(pod, node, Needs.antiAffinityTermsOf(pod));
        pods.put(pod.uid(), placed);
        count(placed, 1);
    }

    private static boolean isSame(Placed before, Pod pod, String node) {
        return before.node.equals(node)
                && before.pod.isDeleting() == pod.isDeleting()
                && before.pod.requests().equals(pod.requests())
                && before.pod.labels().equals(pod.labels());
    }

    /// The priority of the least important pod.
    int lowestPriority() {
        return priorities.isEmpty() ? Integer.MAX_VALUE : priorities.firstKey();
    }

    /// All pods of lower priority, by node.
    Map<String, List<Pod>> podsBelow(int priority) {
        Map<String, List<Pod>> found = new HashMap<>();
        for (Placed placed : pods.values()) {
            if (placed.pod.priority() < priority) {
                found.computeIfAbsent(placed.node, name -> new ArrayList<>()).add(placed.pod);
            }
        }
        return found;
    }

    /// Removes a pod.
    ///
    /// @return whether it was on a node
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
        for (PodTerm term : placed.antiAffinityTerms) {
            PodCount.Kind kind = new PodCount.Kind(term.namespaces(), term.selector(), term.topologyKey());
            PodCount count = antiAffinityCounts.find(kind);
            count = count == null ? antiAffinityCounts.add(kind) : count;
            count.add(placed.node, node, sign);
            if (count.total() == 0) {
                antiAffinityCounts.remove(count);
            }
        }
        if (placed.counts()) {
            counts.forEach(placed.pod.namespace(), placed.pod.labels(), count -> count.add(placed.node, node, sign));
            placed.pod.meta().controller().map(Owner::uid).ifPresent(owner -> {
                PodCount count = byController.computeIfAbsent(owner, ClusterState::ofController);
                count.add(placed.node, node, sign);
                if (count.total() == 0) {
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

    /// The count of the pods that a selector matches. The first call counts them, later ones return
    /// the updated count.
    PodCount count(Set<String> namespaces, LabelSelector selector) {
        PodCount.Kind kind = new PodCount.Kind(namespaces, selector, "");
        PodCount known = counts.find(kind);
        if (known != null) {
            return known;
        }
        PodCount count = counts.add(kind);
        for (Placed placed : pods.values()) {
            if (placed.counts() && kind.selects(placed.pod.namespace(), placed.pod.labels())) {
                NodeState state = nodes.get(placed.node);
                count.add(placed.node, state == null ? null : state.node(), 1);
            }
        }
        return count;
    }

    /// The count of the pods with the same controller; null for none.
    @Nullable
    PodCount ofSameController(Pod pod) {
        return byController.isEmpty()
                ? null
                : pod.meta()
                        .controller()
                        .map(owner -> byController.get(owner.uid()))
                        .orElse(null);
    }

    /// The counts of pods whose anti-affinity rejects this one.
    List<PodCount> rejecting(Pod pod) {
        List<PodCount> found = new ArrayList<>();
        antiAffinityCounts.forEach(pod.namespace(), pod.labels(), found::add);
        return found;
    }
}
