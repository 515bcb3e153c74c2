package dev.archipelago.federation.schedule.policy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.ClusterTraits;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Over how many groups of clusters an object is spread.
///
/// Without `maxGroups` Karmada selects nothing; here it means no limit. Karmada supports clusters and regions only;
/// here all fields and labels work alike.
///
/// @param label the key whose values make the groups; empty for other fields
/// @param max `Integer.MAX_VALUE` for no limit
public record SpreadConstraint(By by, String label, int min, int max) {
    /// The default when a placement does not limit the number of clusters.
    static final SpreadConstraint ANY_CLUSTERS = new SpreadConstraint(By.CLUSTER, "", 1, Integer.MAX_VALUE);

    /// What makes the groups, in the order of their usual size.
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
                // Also for a constraint without field and label.
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

    /// The groups of a cluster; there are several only when it has several zones.
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

    /// The noun for these groups in messages.
    String word() {
        return by == By.LABEL ? "label " + label : by.name().toLowerCase(Locale.ROOT);
    }
}
