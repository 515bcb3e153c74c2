package dev.archipelago.cluster.scheduler;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Requests;
import dev.archipelago.cluster.kinds.Toleration;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Scores the feasible nodes for a pod: by free room, by spreading, and by the pod's preferences.
final class Scores {
    private final Needs needs;
    private final ClusterState state;
    private final List<NodeState> nodes;
    private final double[] sums;

    Scores(Needs needs, ClusterState state, List<NodeState> nodes) {
        this.needs = needs;
        this.state = state;
        this.nodes = nodes;
        this.sums = new double[nodes.size()];
    }

    /// The best node, the first among equals.
    NodeState best() {
        if (nodes.size() == 1) {
            return nodes.getFirst();
        }
        for (int i = 0; i < sums.length; i++) {
            sums[i] = room(nodes.get(i));
        }
        prefer();
        spread();
        int best = 0;
        for (int i = 1; i < sums.length; i++) {
            if (sums[i] > sums[best]) {
                best = i;
            }
        }
        return nodes.get(best);
    }

    /// The free room and its balance after placing the pod: up to 1 each.
    private double room(NodeState node) {
        Node itself = node.node();
        Requests all = itself == null ? Requests.NONE : itself.allocatable();
        Requests own = NodeState.likely(needs.pod().requests());
        double cpu = used(node.likelyCpuMillis() + own.cpuMillis(), all.cpuMillis());
        double memory = used(node.likelyMemoryBytes() + own.memoryBytes(), all.memoryBytes());
        return 1 - (cpu + memory) / 2 + (1 - Math.abs(cpu - memory) / 2);
    }

    private static double used(long amount, long of) {
        return of == 0 ? 1 : Math.min(1, (double) amount / of);
    }

    private void prefer() {
        if (!needs.preferences().isEmpty()) {
            add(2, true, node -> {
                int weight = 0;
                for (Needs.Preference preference : needs.preferences()) {
                    weight += node.node() != null && preference.term().matches(node.node()) ? preference.weight() : 0;
                }
                return weight;
            });
        }
        add(3, false, this::unwelcome);
        for (PodTerm term : needs.preferredTerms()) {
            PodCount count = state.count(term.namespaces(), term.selector());
            add(2.0 * Math.abs(term.weight()) / 100, term.weight() > 0, node -> near(count, term.topologyKey(), node));
        }
    }

    private double unwelcome(NodeState node) {
        int count = 0;
        if (node.node() != null) {
            for (Node.Taint taint : node.node().taints()) {
                boolean preferNoSchedule = taint.effect().equals("PreferNoSchedule");
                count += preferNoSchedule && !Toleration.tolerates(needs.tolerations(), taint) ? 1 : 0;
            }
        }
        return count;
    }

    private void spread() {
        for (Spread spread : needs.spreads()) {
            if (!spread.hard()) {
                PodCount count = state.count(Set.of(needs.pod().namespace()), spread.selector());
                add(2, false, node -> near(count, spread.topologyKey(), node));
            }
        }
        @Nullable PodCount siblings = needs.spreads().isEmpty() ? state.ofSameController(needs.pod()) : null;
        if (siblings != null) {
            // Spreading over zones counts more, as a failing zone takes more with it.
            add(3, false, node -> near(siblings, Node.ZONE, node));
            add(1.5, false, node -> siblings.on(node.name()));
        }
    }

    private double near(PodCount count, String topologyKey, NodeState node) {
        String domain = node.node() == null ? null : node.node().labels().get(topologyKey);
        return domain == null ? 0 : count.by(topologyKey, state.nodes()).getOrDefault(domain, 0);
    }

    /// Adds a score, scaled from 0 for the worst node to the weight for the best; nothing when all are equal.
    private void add(double weight, boolean moreIsBetter, ToDoubleFunction<NodeState> value) {
        double[] values = new double[sums.length];
        double least = Double.MAX_VALUE;
        double most = -Double.MAX_VALUE;
        for (int i = 0; i < values.length; i++) {
            values[i] = value.applyAsDouble(nodes.get(i));
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
        }
        if (least == most) {
            return;
        }
        for (int i = 0; i < values.length; i++) {
            double part = (values[i] - least) / (most - least);
            sums[i] += weight * (moreIsBetter ? part : 1 - part);
        }
    }
}
