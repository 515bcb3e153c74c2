package dev.archipelago.federation.schedule.policy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.ClusterTraits;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A group of clusters that an object is placed in: one of `clusterAffinities`, or `clusterAffinity`.
///
/// @param name empty for `clusterAffinity`
/// @param overflow where replicas go that do not fit into the group, in this order
public record AffinityGroup(String name, ClusterAffinity affinity, List<ClusterAffinity> overflow) {

    public AffinityGroup {
        overflow = List.copyOf(overflow);
    }

    static AffinityGroup unnamed(ClusterAffinity affinity) {
        return new AffinityGroup("", affinity, List.of());
    }

    static AffinityGroup read(JsonNode json) {
        List<ClusterAffinity> overflow = new ArrayList<>();
        for (JsonNode next : json.path("overflowAffinities")) {
            overflow.add(ClusterAffinity.read(next));
        }
        return new AffinityGroup(Json.text(json, "affinityName"), ClusterAffinity.read(json), overflow);
    }

    /// The group's name in messages.
    String title() {
        return name.isEmpty() ? "clusterAffinity" : "affinity group " + name;
    }

    /// The tier of a cluster: 0 for the group itself, then those of the overflow; -1 for none.
    ///
    /// @param workload whether the object has replicas; others need no room and do not overflow
    int tier(ClusterTraits cluster, boolean workload) {
        if (affinity.matches(cluster)) {
            return 0;
        }
        for (int i = 0; workload && i < overflow.size(); i++) {
            if (overflow.get(i).matches(cluster)) {
                return i + 1;
            }
        }
        return -1;
    }
}
