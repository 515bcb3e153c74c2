package dev.archipelago.federation.loadbalancers;

import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A StatefulSet of the federation and where its replicas are.
///
/// @param binding empty until the replicas are placed
public record FederatedSet(StatefulSet set, Optional<Binding> binding) {
    /// The limit: all names are in one annotation, and their records in one ConfigMap.
    static final int LOAD_BALANCERS_MAX = 1_000;

    /// A replica.
    ///
    /// @param name of its pod
    record Replica(String name, String cluster) {}

    Template template() {
        return new Template(StatefulSet.KIND, set);
    }

    /// Whether each of its replicas is to have a load balancer.
    boolean needsLoadBalancers() {
        return template().annotation(Names.LOAD_BALANCERS).equals("true");
    }

    /// The replicas that get a load balancer, cluster by cluster; none until they are placed.
    List<Replica> replicas() {
        List<Replica> replicas = new ArrayList<>();
        Map<String, Integer> shares = shares();
        for (Binding.Target target : targets()) {
            String name = template()
                    .workload()
                    .nameIn(template().object().key(), target)
                    .name();
            long start = target.start().orElse(set.start());
            int share = shares.getOrDefault(target.cluster(), 0);
            for (int i = 0; i < share; i++) {
                replicas.add(new Replica(name + '-' + (start + i), target.cluster()));
            }
        }
        return replicas;
    }

    /// How many replicas of each cluster get a load balancer. Above the limit, clusters with few replicas keep all
    /// and the others get equal numbers: were it first come, first served, an absurd number in one cluster would
    /// take the addresses of running replicas elsewhere.
    private Map<String, Integer> shares() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        targets().forEach(target -> counts.put(target.cluster(), count(target)));
        Map<String, Integer> shares = new HashMap<>();
        int left = LOAD_BALANCERS_MAX;
        for (Map.Entry<String, Integer> fewest :
                counts.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList()) {
            int share = Math.clamp(fewest.getValue(), 0, Math.ceilDiv(left, counts.size() - shares.size()));
            shares.put(fewest.getKey(), share);
            left -= share;
        }
        return shares;
    }

    /// How many replicas exceed the limit.
    long unreachable() {
        return Math.max(0, targets().stream().mapToLong(this::count).sum() - LOAD_BALANCERS_MAX);
    }

    private List<Binding.Target> targets() {
        return binding.map(Binding::targets).orElse(List.of());
    }

    /// How many replicas a cluster has or is to have. With one-at-a-time scaling, replicas that wait to be removed
    /// still run and must be reachable.
    private int count(Binding.Target target) {
        int wanted = target.replicas().orElse(0);
        if (!template().annotation(Names.SCALING).equals("OneAtATime")) {
            return wanted;
        }
        int last = 0;
        for (JsonNode item : binding.orElseThrow().status().path("aggregatedStatus")) {
            if (item.path("clusterName").asString("").equals(target.cluster())) {
                last = item.path("status").path("replicas").asInt(0);
            }
        }
        return Math.max(wanted, Math.min(last, target.claimed().orElse(Integer.MAX_VALUE)));
    }
}
