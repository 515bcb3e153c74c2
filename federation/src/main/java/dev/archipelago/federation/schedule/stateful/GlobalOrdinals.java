package dev.archipelago.federation.schedule.stateful;

import dev.archipelago.federation.schedule.preferences.ClusterPreference;
import dev.archipelago.federation.schedule.preferences.Preferences;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Divides one run of ordinals, from 0 on, into slices, one for each cluster: a StatefulSet has
/// only one `spec.ordinals.start`.
///
/// An ordinal never changes its cluster. Scaling down stops the highest ordinals but keeps them assigned, so that a set
/// that scales up again has them where they were. Only when it grows beyond all assigned ordinals are new ones
/// assigned: to clusters without a slice, in equal parts, or, if there is none, to the cluster of the last slice. If
/// that is not ready, the new ordinals wait.
public final class GlobalOrdinals {
    private GlobalOrdinals() {}

    /// Which ordinals are where.
    ///
    /// @param slices in the order of their ordinals, without a gap
    /// @param unplaced how many replicas could not be placed
    public record Result(List<Slice> slices, int unplaced) {
        public Result {
            slices = List.copyOf(slices);
        }
    }

    /// Assigns ordinals.
    ///
    /// @param current the previous result, empty at first
    /// @param ready the clusters that may get new ordinals
    public static Result plan(int replicas, List<Slice> current, Collection<String> ready, Preferences preferences) {
        List<Slice> slices = ordered(current);
        int wanted = Math.min(replicas, StatefulPlanner.REPLICAS_MAX);
        giveToNewcomers(slices, wanted, ready, preferences);
        growLast(slices, wanted, ready, preferences);
        slices.replaceAll(slice -> slice.sized(wanted));
        int placed = slices.stream().mapToInt(Slice::count).sum();
        return new Result(slices, replicas - placed);
    }

    private static List<Slice> ordered(List<Slice> current) {
        List<Slice> slices = new ArrayList<>(current);
        // Empty slices sort before the one with the same start.
        slices.sort(Comparator.comparingInt(Slice::start).thenComparingInt(Slice::end));
        SortedSet<String> clusters = new TreeSet<>();
        int end = 0;
        for (Slice slice : slices) {
            if (slice.start() != end || !clusters.add(slice.cluster())) {
                throw new IllegalArgumentException("the slices are not one for each cluster, end to end: " + slices);
            }
            end = slice.end();
        }
        return slices;
    }

    private static void giveToNewcomers(
            List<Slice> slices, int wanted, Collection<String> ready, Preferences preferences) {
        SortedSet<String> newcomers = new TreeSet<>(ready);
        slices.forEach(slice -> newcomers.remove(slice.cluster()));
        int more = Math.max(0, wanted - end(slices));
        StatefulPlanner.plan(more, new TreeMap<>(), newcomers, preferences)
                .assigned()
                .forEach((cluster, count) -> slices.add(new Slice(cluster, end(slices), 0, count)));
    }

    private static void growLast(List<Slice> slices, int wanted, Collection<String> ready, Preferences preferences) {
        if (slices.isEmpty() || wanted <= end(slices)) {
            return;
        }
        Slice last = slices.getLast();
        long most = preferences.of(last.cluster()).map(ClusterPreference::most).orElse(0L);
        long room = ready.contains(last.cluster()) ? most - last.claimed() : 0;
        int more = (int) Math.clamp(wanted - end(slices), 0, Math.max(0, room));
        slices.set(slices.size() - 1, last.grown(more));
    }

    private static int end(List<Slice> slices) {
        return slices.isEmpty() ? 0 : slices.getLast().end();
    }
}
