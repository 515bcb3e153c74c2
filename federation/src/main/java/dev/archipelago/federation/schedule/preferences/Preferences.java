package dev.archipelago.federation.schedule.preferences;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// How the replicas of an object are to be divided among clusters, as Federation v1's annotations say it:
/// `{"rebalance": true, "clusters": {"c1": {"minReplicas": 1, "maxReplicas": 5, "weight": 2}, "*": {"weight": 1}}}`.
///
/// @param rebalance whether running replicas may be moved to where they are preferred
/// @param clusters by the name of the cluster; [#OTHERS] stands for all that are not named
public record Preferences(boolean rebalance, SortedMap<String, ClusterPreference> clusters) {
    /// The name under which the clusters without an entry of their own are found.
    public static final String OTHERS = "*";

    /// Of an object without such an annotation: equal parts.
    public static final Preferences EQUAL =
            new Preferences(false, new TreeMap<>(Collections.singletonMap(OTHERS, ClusterPreference.weight(1))));

    public Preferences {
        clusters = Collections.unmodifiableSortedMap(new TreeMap<>(clusters));
    }

    /// Reads an annotation. Names of fields may be written in any case, as Go reads them, and those that are not known
    /// are passed over.
    ///
    /// Federation v1 divided equally when it could not read one. Here it is refused.
    ///
    /// @throws dev.archipelago.api.errors.ApiException as invalid, naming the annotation
    public static Preferences parse(String annotationKey, String json) {
        return new PreferencesReader(annotationKey, json).read();
    }

    /// What is preferred for a cluster; nothing for one that is to get no replicas.
    public Optional<ClusterPreference> of(String cluster) {
        return Optional.ofNullable(clusters.getOrDefault(cluster, clusters.get(OTHERS)));
    }
}
