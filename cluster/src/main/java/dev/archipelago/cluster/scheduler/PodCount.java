package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.cluster.kinds.Node;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The number of pods of some kind on each node, and in each topology domain. A change costs one addition.
final class PodCount {
    private final Kind kind;
    private final Map<String, Integer> byNode = new HashMap<>();
    private final Map<String, Map<String, Integer>> byDomain = new HashMap<>();
    private int total;

    /// Which pods are counted.
    ///
    /// @param namespaces empty for all
    /// @param topologyKey set when the count is of pods whose anti-affinity, in these domains, has this selector
    record Kind(Set<String> namespaces, LabelSelector selector, String topologyKey) {

        boolean selects(String namespace, Map<String, String> labels) {
            return (namespaces.isEmpty() || namespaces.contains(namespace)) && selector.matches(labels);
        }
    }

    PodCount(Kind kind) {
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    int total() {
        return total;
    }

    /// @param node null when it is not known yet
    void add(String name, @Nullable Node node, int change) {
        total += change;
        add(byNode, name, change);
        if (node != null) {
            byDomain.forEach((key, counts) -> {
                String domain = node.labels().get(key);
                if (domain != null) {
                    add(counts, domain, change);
                }
            });
        }
    }

    private static void add(Map<String, Integer> counts, String of, int change) {
        int sum = counts.getOrDefault(of, 0) + change;
        if (sum == 0) {
            counts.remove(of);
        } else {
            counts.put(of, sum);
        }
    }

    int on(String node) {
        return byNode.getOrDefault(node, 0);
    }

    /// The counts by the value of a node label; read only.
    Map<String, Integer> by(String topologyKey, Map<String, NodeState> nodes) {
        return byDomain.computeIfAbsent(topologyKey, key -> {
            Map<String, Integer> counts = new HashMap<>();
            byNode.forEach((name, count) -> {
                NodeState state = nodes.get(name);
                Node node = state == null ? null : state.node();
                String domain = node == null ? null : node.labels().get(key);
                if (domain != null) {
                    add(counts, domain, count);
                }
            });
            return counts;
        });
    }

    /// Drops the counts by domain after nodes or their labels have changed.
    static void regroup(Collection<PodCount> all) {
        all.forEach(count -> count.byDomain.clear());
    }
}
