package dev.archipelago.federation.schedule.preferences;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/// Divides replicas by Federation v1's preferences.
///
/// Each cluster first gets its minimum, and the rest is divided by weight. Without rebalancing, no running replica
/// moves
/// to another cluster: clusters grow by weight when there are more replicas than run, and shrink by weight when there
/// are fewer. Where Federation v1 gave other numbers: docs/decisions/0023-shares-of-clusters.md
public final class PreferencePlanner {
    private final Preferences preferences;
    private final List<Candidate> candidates;
    private final Map<String, Integer> capacity;
    private final int replicas;
    private final SortedMap<String, Integer> minimums = new TreeMap<>();

    /// The replicas of each cluster: the sum of both parts.
    ///
    /// @param plan the replicas of each available cluster
    /// @param overflow replicas that prefer a full cluster, requested there in case it has room after all
    public record Result(SortedMap<String, Integer> plan, SortedMap<String, Integer> overflow) {
        public Result {
            plan = Collections.unmodifiableSortedMap(new TreeMap<>(plan));
            overflow = Collections.unmodifiableSortedMap(new TreeMap<>(overflow));
        }
    }

    private PreferencePlanner(
            Preferences preferences, int replicas, List<Candidate> candidates, Map<String, Integer> capacity) {
        this.preferences = preferences;
        this.candidates = candidates;
        this.capacity = capacity;
        this.replicas = replicas;
    }

    /// Divides replicas.
    ///
    /// @param available the clusters that may get replicas
    /// @param current the running replicas of each cluster
    /// @param capacity the room of clusters in which replicas were seen not to fit
    /// @param key namespace and name of the object, which decide ties
    public static Result plan(
            Preferences preferences,
            int replicas,
            List<String> available,
            Map<String, Integer> current,
            Map<String, Integer> capacity,
            String key) {
        List<Candidate> candidates = available.stream()
                .distinct()
                .flatMap(cluster -> preferences.of(cluster).map(found -> Candidate.of(cluster, found, key)).stream())
                .sorted(Candidate.ORDER)
                .toList();
        PreferencePlanner planner = new PreferencePlanner(preferences, replicas, candidates, capacity);
        planner.serveMinimums();
        Map<String, Integer> running = preferences.rebalance() ? Map.of() : current;
        SortedMap<String, Integer> plan = new TreeMap<>();
        available.forEach(cluster -> plan.put(cluster, 0));
        plan.putAll(planner.divide(running, planner::room));
        return new Result(plan, planner.overflow(running, plan));
    }

    private void serveMinimums() {
        int remaining = replicas;
        for (Candidate candidate : candidates) {
            int amount = (int) Math.min(candidate.preference().minReplicas(), Math.min(remaining, room(candidate)));
            minimums.put(candidate.cluster(), amount);
            remaining -= amount;
        }
    }

    /// Divides what is left after the minimums.
    ///
    /// @param running the replicas that do not move
    /// @param room how many a cluster can take
    private SortedMap<String, Integer> divide(Map<String, Integer> running, ToIntFunction<Candidate> room) {
        long pool = replicas - sum(minimums.values());
        List<Integer> kept = candidates.stream()
                .map(candidate -> kept(candidate, running, room.applyAsInt(candidate)))
                .toList();
        boolean shrinks = sum(kept) > pool;
        List<WeightedShares.Share> shares = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            long most = Math.max(
                    0, Math.min(candidate.preference().limit(), room.applyAsInt(candidate)) - minimum(candidate));
            shares.add(
                    shrinks
                            ? new WeightedShares.Share(candidate.weight(), 0, kept.get(i))
                            : new WeightedShares.Share(candidate.weight(), kept.get(i), Math.max(kept.get(i), most)));
        }
        long left = WeightedShares.divide(pool, shares);
        SortedMap<String, Integer> plan = new TreeMap<>();
        for (int i = 0; i < candidates.size(); i++) {
            // Of those that shrink, clusters without a weight come last.
            long more = shrinks && candidates.get(i).weight() == 0 ? Math.min(left, kept.get(i)) : 0;
            left -= more;
            plan.put(
                    candidates.get(i).cluster(),
                    Math.toIntExact(minimum(candidates.get(i)) + shares.get(i).amount() + more));
        }
        return plan;
    }

    private int minimum(Candidate candidate) {
        return minimums.getOrDefault(candidate.cluster(), 0);
    }

    /// The running replicas beyond the minimum that may stay.
    private int kept(Candidate candidate, Map<String, Integer> running, int room) {
        long most = Math.min(
                running.getOrDefault(candidate.cluster(), 0),
                Math.min(candidate.preference().limit(), room));
        return Math.clamp(most - minimum(candidate), 0, Integer.MAX_VALUE);
    }

    /// What full clusters would have if they had room. Without rebalancing, they are asked only for what fits nowhere
    /// else.
    private SortedMap<String, Integer> overflow(Map<String, Integer> running, Map<String, Integer> plan) {
        int unplaced = replicas - (int) sum(plan.values());
        SortedMap<String, Integer> overflow = new TreeMap<>();
        divide(running, candidate -> Integer.MAX_VALUE).forEach((cluster, wanted) -> {
            int more = wanted - Math.max(0, capacity.getOrDefault(cluster, Integer.MAX_VALUE));
            overflow.put(cluster, preferences.rebalance() ? more : Math.min(more, unplaced));
        });
        overflow.values().removeIf(count -> count <= 0);
        return overflow;
    }

    private static long sum(Collection<Integer> numbers) {
        return numbers.stream().mapToLong(Integer::intValue).sum();
    }

    private int room(Candidate candidate) {
        return Math.max(0, capacity.getOrDefault(candidate.cluster(), Integer.MAX_VALUE));
    }
}
