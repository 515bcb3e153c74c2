package dev.archipelago.federation.schedule.policy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a cluster is known by: all that an affinity can ask for.
///
/// @param provider empty for none
/// @param region empty for none
public record ClusterTraits(
        String name, Map<String, String> labels, String provider, String region, List<String> zones) {

    public ClusterTraits {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        zones = zones.stream().distinct().sorted().toList();
    }
}
