package dev.archipelago.federation.schedule.policy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.ClusterTraits;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// How replicas are divided over the chosen clusters.
///
/// @param weights for [Style#STATIC_WEIGHT]; empty for equal ones
public record ReplicaScheduling(Style style, List<StaticWeight> weights) {
    static final ReplicaScheduling DUPLICATED = new ReplicaScheduling(Style.DUPLICATED, List.of());

    public enum Style {
        /// All replicas in each cluster.
        DUPLICATED,
        /// In proportion to weights in the policy.
        STATIC_WEIGHT,
        /// In proportion to the free room of clusters.
        DYNAMIC_WEIGHT,
        /// In as few clusters as possible.
        AGGREGATED;

        /// Whether the free room of clusters matters.
        boolean countsRoom() {
            return switch (this) {
                case DUPLICATED, STATIC_WEIGHT -> false;
                case DYNAMIC_WEIGHT, AGGREGATED -> true;
            };
        }
    }

    /// The weight of some clusters; if several match, the largest counts.
    public record StaticWeight(ClusterAffinity clusters, long weight) {}

    public ReplicaScheduling {
        weights = List.copyOf(weights);
    }

    /// Reads `replicaScheduling`. An absent one duplicates, an empty one divides by weight.
    static ReplicaScheduling read(JsonNode json) {
        Style style = style(json);
        if (style != Style.STATIC_WEIGHT) {
            return new ReplicaScheduling(style, List.of());
        }
        List<StaticWeight> weights = new ArrayList<>();
        for (JsonNode weight : json.path("weightPreference").path("staticWeightList")) {
            weights.add(new StaticWeight(
                    ClusterAffinity.read(weight.path("targetCluster")),
                    weight.path("weight").asLong(0)));
        }
        return new ReplicaScheduling(style, weights);
    }

    static Style style(JsonNode json) {
        if (!json.isObject() || Json.text(json, "replicaSchedulingType").equals("Duplicated")) {
            return Style.DUPLICATED;
        }
        if (Json.text(json, "replicaDivisionPreference").equals("Aggregated")) {
            return Style.AGGREGATED;
        }
        return Json.text(json.path("weightPreference"), "dynamicWeight").isEmpty()
                ? Style.STATIC_WEIGHT
                : Style.DYNAMIC_WEIGHT;
    }

    /// The static weight of a cluster, 0 when it has none.
    long weight(ClusterTraits cluster) {
        return weights.stream()
                .filter(weight -> weight.clusters().matches(cluster))
                .mapToLong(StaticWeight::weight)
                .max()
                .orElse(0);
    }
}
