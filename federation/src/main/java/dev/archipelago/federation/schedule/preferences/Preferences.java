package dev.archipelago.federation.schedule.preferences;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Federation v1's replica preferences, from annotations such as `{"rebalance": true, "clusters": {"c1":
/// {"minReplicas": 1, "maxReplicas": 5, "weight": 2}, "*": {"weight": 1}}}`.
///
/// @param rebalance whether running replicas may be moved to preferred clusters
/// @param clusters by cluster name; [#OTHERS] stands for all that are not named
public record Preferences(boolean rebalance, SortedMap<String, ClusterPreference> clusters) {
    /// The name for all clusters without an entry of their own.
    public static final String OTHERS = "*";

    /// The default: equal weights.
    public static final Preferences EQUAL =
            new Preferences(false, new TreeMap<>(Collections.singletonMap(OTHERS, ClusterPreference.weight(1))));

    public Preferences {
        clusters = Collections.unmodifiableSortedMap(new TreeMap<>(clusters));
    }

    /// Reads an annotation. Field names are not case sensitive, as in Go, and unknown ones are ignored.
    ///
    /// Federation v1 divided equally when it could not parse one. Here it is refused.
    ///
    /// @throws dev.archipelago.api.errors.ApiException as invalid, naming the annotation
    public static Preferences parse(String annotationKey, String json) {
        return new PreferencesReader(annotationKey, json).read();
    }

    /// The preference of a cluster; empty when it gets no replicas.
    public Optional<ClusterPreference> of(String cluster) {
        return Optional.ofNullable(clusters.getOrDefault(cluster, clusters.get(OTHERS)));
    }
}
