package dev.archipelago.federation.kinds;

import dev.archipelago.api.objects.Json;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// The properties of a cluster that an affinity can select by.
///
/// @param provider empty for none
/// @param region empty for none
public record ClusterTraits(
        String name, Map<String, String> labels, String provider, String region, List<String> zones) {

    public ClusterTraits {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        zones = zones.stream().distinct().sorted().toList();
    }

    /// Values in the spec take precedence over discovered ones in the status.
    public static ClusterTraits of(Cluster cluster) {
        JsonNode spec = cluster.spec();
        JsonNode found = cluster.status();
        String region = Json.text(spec, "region");
        return new ClusterTraits(
                cluster.name(),
                cluster.selectableLabels(),
                Json.text(spec, "provider"),
                region.isEmpty() ? found.path("regions").path(0).asString("") : region,
                zones(spec, found));
    }

    private static List<String> zones(JsonNode spec, JsonNode found) {
        List<String> several = Json.strings(spec, "zones");
        if (!several.isEmpty()) {
            return several;
        }
        String one = Json.text(spec, "zone");
        return one.isEmpty() ? Json.strings(found, "zones") : List.of(one);
    }
}
