package dev.archipelago.federation.render.overrides;

import dev.archipelago.apiserver.objects.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The clusters that a rule is for: those to which everything applies that it says.
///
/// @param affinity missing for all clusters
record TargetCluster(Place place, JsonNode affinity) {
    boolean matches(ClusterFacts cluster) {
        List<String> names = Json.strings(affinity, "clusterNames");
        return !Json.strings(affinity, "exclude").contains(cluster.name())
                && (names.isEmpty() || names.contains(cluster.name()))
                && labelsMatch(cluster)
                && fieldsMatch(cluster);
    }

    private boolean labelsMatch(ClusterFacts cluster) {
        JsonNode selector = affinity.path("labelSelector");
        return !selector.isObject()
                || place.at("labelSelector").selector(selector).matches(cluster.labels());
    }

    private boolean fieldsMatch(ClusterFacts cluster) {
        JsonNode expressions = affinity.path("fieldSelector").path("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            Place at = place.at("fieldSelector").at("matchExpressions").item(i);
            if (!matches(expressions.path(i), at, cluster)) {
                return false;
            }
        }
        return true;
    }

    /// A cluster in several zones is in each of them.
    private static boolean matches(JsonNode expression, Place place, ClusterFacts cluster) {
        String key = Json.text(expression, "key");
        List<String> actual = switch (key) {
            case "provider" -> known(cluster.provider());
            case "region" -> known(cluster.region());
            case "zone" -> cluster.zones();
            default -> throw place.at("key").unsupported(key, List.of("provider", "region", "zone"));
        };
        boolean in = Json.strings(expression, "values").stream().anyMatch(actual::contains);
        String operator = Json.text(expression, "operator");
        return switch (operator) {
            case "In" -> in;
            case "NotIn" -> !in;
            default -> throw place.at("operator").unsupported(operator, List.of("In", "NotIn"));
        };
    }

    private static List<String> known(String value) {
        return value.isEmpty() ? List.of() : List.of(value);
    }
}
