package dev.archipelago.federation.schedule.policy;

import java.util.List;

/// Scores a group of clusters for its part of an object: by room, then by the scores of its clusters.
final class GroupScore {
    private static final int UNIT = 1000;

    private GroupScore() {}

    /// @param clusters of the group, the best first
    /// @param groups the minimum number of groups
    static long of(List<Ranked> clusters, Placement placement, int replicas, int groups) {
        return placement.scheduling().style() == ReplicaScheduling.Style.DUPLICATED
                ? duplicated(clusters, replicas)
                : divided(
                        clusters,
                        replicas,
                        groups,
                        Math.max(placement.clusterSpread().min(), groups));
    }

    /// Counts the clusters that have room for all replicas.
    private static long duplicated(List<Ranked> clusters, int replicas) {
        List<Ranked> able = clusters.stream()
                .filter(cluster -> cluster.available() >= replicas)
                .toList();
        return able.isEmpty() ? 0 : (long) UNIT * able.size() + meanScore(able);
    }

    /// Counts replicas up to an even part of all, in as many clusters as that takes.
    private static long divided(List<Ranked> clusters, int replicas, int groups, int clustersMin) {
        long part = Math.ceilDiv((long) replicas, groups);
        long room = 0;
        int used = 0;
        while (used < clusters.size() && (used < clustersMin || room < part)) {
            room += clusters.get(used).available();
            used++;
        }
        return UNIT * Math.min(room, part) + meanScore(clusters.subList(0, used));
    }

    private static long meanScore(List<Ranked> clusters) {
        return clusters.stream().mapToLong(Ranked::score).sum() / clusters.size();
    }
}
