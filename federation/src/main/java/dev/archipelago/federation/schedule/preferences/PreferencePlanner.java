package dev.archipelago.federation.schedule.preferences;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Divides replicas exactly as Federation v1 did, quirks included, because users rely on the numbers.
///
/// Each cluster first gets its minimum. Without rebalancing it then keeps its running replicas. The rest is assigned by
/// weight, in rounds, until no cluster takes any more; what remains is not run.
///
/// A minimum above the maximum is assigned in full, and cut to the maximum only if replicas are left for a round.
public final class PreferencePlanner {
    private final Preferences preferences;
    private final List<Candidate> candidates;
    private final Map<String, Integer> capacity;
    private final SortedMap<String, Integer> plan = new TreeMap<>();
    private final SortedMap<String, Integer> overflow = new TreeMap<>();
    /// Replicas that a cluster got because they run there, and that are not yet counted against its share.
    private final Map<String, Integer> kept = new HashMap<>();

    private int remaining;

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

    /// The result of one round for a cluster.
    private record Dealt(boolean changed, boolean full) {}

    private PreferencePlanner(
            Preferences preferences, int replicas, List<Candidate> candidates, Map<String, Integer> capacity) {
        this.preferences = preferences;
        this.candidates = candidates;
        this.capacity = capacity;
        this.remaining = replicas;
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
        available.forEach(cluster -> planner.plan.put(cluster, 0));
        planner.serveMinimums();
        if (!preferences.rebalance()) {
            planner.keepRunning(current);
        }
        planner.dealByWeight();
        return planner.result();
    }

    private void serveMinimums() {
        for (Candidate candidate : candidates) {
            int amount = (int) Math.min(candidate.preference().minReplicas(), remaining);
            add(candidate, Math.min(amount, room(candidate)));
        }
    }

    private void keepRunning(Map<String, Integer> current) {
        for (Candidate candidate : candidates) {
            int running = current.getOrDefault(candidate.cluster(), 0);
            int target = Math.min(atMost(running, candidate), room(candidate));
            int extra = Math.min(target - planned(candidate), remaining);
            if (extra > 0) {
                add(candidate, extra);
                kept.put(candidate.cluster(), extra);
            }
        }
    }

    private void dealByWeight() {
        List<Candidate> open = candidates;
        boolean changed = true;
        while (changed && remaining > 0) {
            long weights = open.stream().mapToLong(Candidate::weight).sum();
            if (weights == 0) {
                return;
            }
            long toDeal = remaining;
            changed = false;
            List<Candidate> stillOpen = new ArrayList<>();
            for (Candidate candidate : open) {
                long share = Math.ceilDiv(toDeal * candidate.weight(), weights);
                Dealt dealt = deal(candidate, (int) Math.min(share, remaining));
                changed |= dealt.changed();
                if (!dealt.full()) {
                    stillOpen.add(candidate);
                }
            }
            open = stillOpen;
        }
    }

    /// Assigns a cluster its share of a round, less what it has already and up to its limits.
    private Dealt deal(Candidate candidate, int share) {
        String cluster = candidate.cluster();
        int settled = Math.min(share, kept.getOrDefault(cluster, 0));
        kept.merge(cluster, -settled, Integer::sum);
        int before = planned(candidate);
        int wanted = before + share - settled;
        int allowed = atMost(wanted, candidate);
        int fitting = Math.min(allowed, room(candidate));
        if (fitting < allowed) {
            overflow.put(cluster, allowed - fitting);
        }
        add(candidate, fitting - before);
        return new Dealt(settled > 0 || fitting > before, fitting < wanted);
    }

    /// Without rebalancing, full clusters are asked only for what fits nowhere else.
    private Result result() {
        if (!preferences.rebalance()) {
            overflow.replaceAll((cluster, count) -> Math.min(count, remaining));
            overflow.values().removeIf(count -> count == 0);
        }
        return new Result(plan, overflow);
    }

    private void add(Candidate candidate, int count) {
        plan.merge(candidate.cluster(), count, Integer::sum);
        remaining -= count;
    }

    private int planned(Candidate candidate) {
        return plan.getOrDefault(candidate.cluster(), 0);
    }

    private static int atMost(int count, Candidate candidate) {
        return (int) Math.min(count, candidate.preference().limit());
    }

    private int room(Candidate candidate) {
        return Math.max(0, capacity.getOrDefault(candidate.cluster(), Integer.MAX_VALUE));
    }
}
