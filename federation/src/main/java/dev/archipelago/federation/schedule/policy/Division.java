package dev.archipelago.federation.schedule.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/// Divides the replicas of an object over the selected clusters.
///
/// Clusters without replicas are not in the result, so the object is removed there. But an object that is scaled to
/// zero stays where it is; Karmada would delete it.
final class Division {
    private final ReplicaScheduling scheduling;
    private final String uid;
    private final boolean fresh;

    sealed interface Result {

        record Shares(SortedMap<String, Integer> replicas) implements Result {}

        /// There is not enough room.
        record Unschedulable(String message) implements Result {}
    }

    /// @param fresh whether to divide as if for the first time; otherwise as few replicas as possible are moved
    Division(ReplicaScheduling scheduling, String uid, boolean fresh) {
        this.scheduling = scheduling;
        this.uid = uid;
        this.fresh = fresh;
    }

    /// @param clusters not empty
    Result divide(List<Ranked> clusters, int replicas) {
        if (scheduling.style() == ReplicaScheduling.Style.DUPLICATED) {
            return new Result.Shares(same(clusters, replicas));
        }
        if (replicas == 0) {
            return new Result.Shares(same(
                    clusters.stream()
                            .filter(cluster -> cluster.candidate().hasIt())
                            .toList(),
                    0));
        }
        Result result = scheduling.style().countsRoom()
                ? byTiers(clusters, replicas)
                : new Result.Shares(Apportionment.of(replicas, staticWeights(clusters), uid));
        return switch (result) {
            case Result.Shares(SortedMap<String, Integer> shares) -> {
                shares.values().removeIf(share -> share == 0);
                yield new Result.Shares(shares);
            }
            case Result.Unschedulable unschedulable -> unschedulable;
        };
    }

    private static SortedMap<String, Integer> same(List<Ranked> clusters, int replicas) {
        SortedMap<String, Integer> shares = new TreeMap<>();
        clusters.forEach(cluster -> shares.put(cluster.name(), replicas));
        return shares;
    }

    /// The static weights. Clusters without one get nothing, unless none has one: then all are equal.
    private Map<String, Long> staticWeights(List<Ranked> clusters) {
        Map<String, Long> weights = weights(clusters, cluster -> scheduling.weight(cluster.traits()));
        boolean none = weights.values().stream().allMatch(weight -> weight == 0);
        return none ? weights(clusters, cluster -> 1) : weights;
    }

    /// Fills the tiers in order. So replicas return from later tiers when there is room again.
    private Result byTiers(List<Ranked> clusters, int replicas) {
        SortedMap<Integer, List<Ranked>> tiers = new TreeMap<>();
        clusters.forEach(cluster ->
                tiers.computeIfAbsent(cluster.tier(), tier -> new ArrayList<>()).add(cluster));
        SortedMap<String, Integer> shares = new TreeMap<>();
        int left = replicas;
        for (List<Ranked> tier : tiers.values()) {
            int taken = (int) Math.min(left, sum(tier, Ranked::available));
            shares.putAll(byRoom(tier, taken));
            left -= taken;
        }
        if (left > 0) {
            return new Result.Unschedulable("%d replicas are wanted, but the clusters have room for %d only"
                    .formatted(replicas, replicas - left));
        }
        return new Result.Shares(shares);
    }

    /// @param replicas at most the available room
    private SortedMap<String, Integer> byRoom(List<Ranked> clusters, int replicas) {
        if (fresh) {
            return dealt(clusters, replicas, Ranked::available, false);
        }
        long assigned = sum(clusters, Ranked::assigned);
        if (assigned > replicas) {
            return dealt(clusters, replicas, Ranked::assigned, false);
        }
        SortedMap<String, Integer> shares = dealt(clusters, (int) (replicas - assigned), Ranked::free, true);
        clusters.forEach(cluster -> shares.merge(cluster.name(), cluster.assigned(), Integer::sum));
        return shares;
    }

    /// @param holders whether clusters that have the object come first when few clusters are wanted
    private SortedMap<String, Integer> dealt(
            List<Ranked> clusters, int replicas, ToLongFunction<Ranked> weight, boolean holders) {
        List<Ranked> able = scheduling.style() == ReplicaScheduling.Style.AGGREGATED
                ? fewest(clusters, replicas, weight, holders)
                : clusters;
        return Apportionment.of(replicas, weights(able, weight), uid);
    }

    /// The fewest clusters that have room for all replicas, those with the most room first.
    private static List<Ranked> fewest(
            List<Ranked> clusters, int replicas, ToLongFunction<Ranked> room, boolean holders) {
        List<Ranked> sorted = clusters.stream()
                .sorted(Comparator.comparing((Ranked cluster) ->
                                holders && !cluster.candidate().hasIt())
                        .thenComparing(Comparator.comparingLong(room).reversed())
                        .thenComparing(Ranked::name))
                .toList();
        List<Ranked> fewest = new ArrayList<>();
        long reached = 0;
        for (Ranked cluster : sorted) {
            if (reached >= replicas) {
                break;
            }
            fewest.add(cluster);
            reached += room.applyAsLong(cluster);
        }
        return fewest;
    }

    private static Map<String, Long> weights(List<Ranked> clusters, ToLongFunction<Ranked> weight) {
        Map<String, Long> weights = new TreeMap<>();
        clusters.forEach(cluster -> weights.put(cluster.name(), weight.applyAsLong(cluster)));
        return weights;
    }

    private static long sum(List<Ranked> clusters, ToLongFunction<Ranked> number) {
        return clusters.stream().mapToLong(number).sum();
    }
}
