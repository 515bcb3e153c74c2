package dev.archipelago.cluster.scheduler;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Requests;
import dev.archipelago.cluster.kinds.Toleration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Decides whether one pod fits on a node, with the reasons if not. What does not depend on the node is computed once.
final class NodeFilters {
    private static final Node.Taint UNSCHEDULABLE =
            new Node.Taint("node.kubernetes.io/unschedulable", "", "NoSchedule", Optional.empty());
    private static final List<String> OK = List.of();

    private final Needs needs;
    private final Pod pod;
    private final VolumeNeeds volumes;
    private final List<SpreadCounts> spreadCounts = new ArrayList<>();
    private final List<TermCounts> affinityTerms = new ArrayList<>();
    private final List<TermCounts> antiAffinityTerms = new ArrayList<>();
    private final List<TermCounts> rejections = new ArrayList<>();
    private final boolean first;

    /// A topology spread constraint.
    ///
    /// @param counts by domain
    /// @param limit how many pods a domain may have before this one is added
    private record SpreadCounts(String topologyKey, Map<String, Integer> counts, int limit) {}

    /// An affinity or anti-affinity term, with the counts of matching pods.
    private record TermCounts(String topologyKey, Map<String, Integer> counts) {

        /// A node without the label is in no domain.
        boolean isNear(Node node) {
            String domain = node.labels().get(topologyKey);
            return domain != null && counts.getOrDefault(domain, 0) > 0;
        }
    }

    NodeFilters(Needs needs, VolumeNeeds volumes, ClusterState state) {
        this.needs = needs;
        this.pod = needs.pod();
        this.volumes = volumes;
        for (Spread spread : needs.spreads()) {
            if (spread.hard()) {
                spreadCounts.add(spreadCounts(spread, state));
            }
        }
        boolean noneMatched = true;
        boolean matchesItself = true;
        for (PodTerm term : needs.affinityTerms()) {
            TermCounts termCounts = termCounts(term, state);
            affinityTerms.add(termCounts);
            noneMatched &= termCounts.counts.isEmpty();
            matchesItself &= term.matches(pod.namespace(), pod.labels());
        }
        // The first pod of a group with affinity to itself may go anywhere.
        this.first = noneMatched && matchesItself;
        needs.antiAffinityTerms().forEach(term -> antiAffinityTerms.add(termCounts(term, state)));
        for (PodCount count : state.rejecting(pod)) {
            String key = count.kind().topologyKey();
            rejections.add(new TermCounts(key, count.by(key, state.nodes())));
        }
    }

    private static TermCounts termCounts(PodTerm term, ClusterState state) {
        PodCount count = state.count(term.namespaces(), term.selector());
        return new TermCounts(term.topologyKey(), count.by(term.topologyKey(), state.nodes()));
    }

    private SpreadCounts spreadCounts(Spread spread, ClusterState state) {
        Map<String, Integer> counts =
                state.count(Set.of(pod.namespace()), spread.selector()).by(spread.topologyKey(), state.nodes());
        Set<String> domains = domains(spread, state);
        int least = Integer.MAX_VALUE;
        for (String domain : domains) {
            least = Math.min(least, counts.getOrDefault(domain, 0));
        }
        if (domains.isEmpty() || domains.size() < spread.minDomains()) {
            least = 0;
        }
        int self = spread.selector().matches(pod.labels()) ? 1 : 0;
        return new SpreadCounts(spread.topologyKey(), counts, least + spread.maxSkew() - self);
    }

    private Set<String> domains(Spread spread, ClusterState state) {
        boolean all = !(spread.honorsAffinity() && needs.choosesNodes()) && !spread.honorsTaints();
        if (all) {
            return state.domains(spread.topologyKey());
        }
        Set<String> domains = new HashSet<>();
        for (NodeState candidate : state.candidates()) {
            Node node = candidate.node();
            String domain = node == null ? null : node.labels().get(spread.topologyKey());
            if (node != null
                    && domain != null
                    && (!spread.honorsAffinity() || needs.allows(node))
                    && (!spread.honorsTaints() || needs.untolerated(node) == null)) {
                domains.add(domain);
            }
        }
        return domains;
    }

    /// Why a pod does not fit on a node; empty when it does.
    List<String> reasonsAgainst(Node node, NodeState state) {
        if (node.isUnschedulable() && !Toleration.tolerates(needs.tolerations(), UNSCHEDULABLE)) {
            return List.of("node(s) were unschedulable");
        }
        Node.Taint taint = needs.untolerated(node);
        if (taint != null) {
            return List.of("node(s) had untolerated taint {" + taint.key() + ": " + taint.value() + "}");
        }
        if (!needs.allows(node)) {
            return List.of("node(s) didn't match Pod's node affinity/selector");
        }
        for (String port : pod.hostPorts()) {
            if (state.hasPort(port)) {
                return List.of("node(s) didn't have free ports for the requested pod ports");
            }
        }
        List<String> lacking = lacking(node, state);
        if (!lacking.isEmpty()) {
            return lacking;
        }
        if (!volumes.allow(node)) {
            return List.of("node(s) didn't match PersistentVolume's node affinity");
        }
        return reasonsNearby(node);
    }

    private List<String> lacking(Node node, NodeState state) {
        Requests wanted = pod.requests();
        Requests there = node.allocatable();
        boolean pods = state.pods() >= node.podsMax();
        boolean cpu = wanted.cpuMillis() > 0 && state.cpuMillis() + wanted.cpuMillis() > there.cpuMillis();
        boolean memory = wanted.memoryBytes() > 0 && state.memoryBytes() + wanted.memoryBytes() > there.memoryBytes();
        if (!pods && !cpu && !memory) {
            return OK;
        }
        List<String> lacking = new ArrayList<>(3);
        if (pods) {
            lacking.add("Too many pods");
        }
        if (cpu) {
            lacking.add("Insufficient cpu");
        }
        if (memory) {
            lacking.add("Insufficient memory");
        }
        return lacking;
    }

    /// The reasons from spread constraints, affinity and anti-affinity.
    private List<String> reasonsNearby(Node node) {
        for (SpreadCounts even : spreadCounts) {
            String domain = node.labels().get(even.topologyKey);
            if (domain == null) {
                return List.of("node(s) didn't match pod topology spread constraints (missing required label)");
            }
            if (even.counts.getOrDefault(domain, 0) > even.limit) {
                return List.of("node(s) didn't match pod topology spread constraints");
            }
        }
        for (TermCounts term : affinityTerms) {
            boolean grouped = node.labels().containsKey(term.topologyKey);
            if (!grouped || (!first && !term.isNear(node))) {
                return List.of("node(s) didn't match pod affinity rules");
            }
        }
        for (TermCounts term : antiAffinityTerms) {
            if (term.isNear(node)) {
                return List.of("node(s) didn't match pod anti-affinity rules");
            }
        }
        for (TermCounts rejection : rejections) {
            if (rejection.isNear(node)) {
                return List.of("node(s) didn't satisfy existing pods anti-affinity rules");
            }
        }
        return OK;
    }
}
