package dev.archipelago.federation.schedule.policy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.ClusterTraits;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Over how many groups of clusters an object is spread.
///
/// Karmada selects nothing when `maxGroups` is left out; here that sets no limit. And Karmada chooses only among
/// clusters and regions: here all fields and labels work alike.
///
/// @param label whose values make the groups, where a label does; otherwise empty
/// @param max `Integer.MAX_VALUE` for no limit
public record SpreadConstraint(By by, String label, int min, int max) {
    /// What a placement asks for that says nothing about the number of clusters.
    static final SpreadConstraint ANY_CLUSTERS = new SpreadConstraint(By.CLUSTER, "", 1, Integer.MAX_VALUE);

    /// What makes the groups. Those that tend to be larger come first.
    public enum By {
        PROVIDER,
        REGION,
        ZONE,
        LABEL,
        CLUSTER;

        private static By of(String field) {
            return switch (field) {
                case "provider" -> PROVIDER;
                case "region" -> REGION;
                case "zone" -> ZONE;
                // Also for a constraint that names neither a field nor a label.
                default -> CLUSTER;
            };
        }
    }

    static SpreadConstraint read(JsonNode json) {
        String label = Json.text(json, "spreadByLabel");
        int max = json.path("maxGroups").asInt(0);
        return new SpreadConstraint(
                label.isEmpty() ? By.of(Json.text(json, "spreadByField")) : By.LABEL,
                label,
                Math.max(1, json.path("minGroups").asInt(1)),
                max <= 0 ? Integer.MAX_VALUE : max);
    }

    /// The groups that a cluster is in, of which there can be several only where a cluster has several zones.
    List<String> groups(ClusterTraits cluster) {
        return switch (by) {
            case CLUSTER -> List.of(cluster.name());
            case PROVIDER -> only(cluster.provider());
            case REGION -> only(cluster.region());
            case ZONE -> cluster.zones();
            case LABEL -> only(cluster.labels().getOrDefault(label, ""));
        };
    }

    private static List<String> only(String group) {
        return group.isEmpty() ? List.of() : List.of(group);
    }

    /// What the groups are called.
    String word() {
        return by == By.LABEL ? "label " + label : by.name().toLowerCase(Locale.ROOT);
    }
}
