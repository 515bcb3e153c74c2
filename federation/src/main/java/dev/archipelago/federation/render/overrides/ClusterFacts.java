package dev.archipelago.federation.render.overrides;

import dev.archipelago.apiserver.objects.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// What policies can select a cluster by.
///
/// @param provider empty when it is not known, as is the region
public record ClusterFacts(
        String name, Map<String, String> labels, String provider, String region, List<String> zones) {
    public ClusterFacts {
        labels = Map.copyOf(labels);
        zones = List.copyOf(zones);
    }

    /// Reads a Cluster.
    public static ClusterFacts of(JsonNode cluster) {
        JsonNode spec = cluster.path("spec");
        List<String> zones = Json.strings(spec, "zones");
        String zone = Json.text(spec, "zone");
        return new ClusterFacts(
                Json.text(cluster.path("metadata"), "name"),
                labels(cluster),
                Json.text(spec, "provider"),
                Json.text(spec, "region"),
                zones.isEmpty() && !zone.isEmpty() ? List.of(zone) : zones);
    }

    /// The labels of any object.
    static Map<String, String> labels(JsonNode object) {
        Map<String, String> labels = new TreeMap<>();
        object.path("metadata").path("labels").forEachEntry((key, value) -> labels.put(key, value.asString("")));
        return labels;
    }
}
