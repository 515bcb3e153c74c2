package dev.archipelago.federation.schedule.stateful;

import dev.archipelago.federation.schedule.preferences.Preferences;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/// Says how many replicas of a stateful set each cluster has. A replica never moves: its volumes are where it is.
///
/// Growing adds replicas one by one where there are fewest in proportion to weight, and takes from nobody. Shrinking
/// removes them one by one from the fullest, in the reverse of that order. While the number stays the same nothing
/// changes, whichever clusters come and go; one that joins gets only new replicas.
///
/// **Clusters that are not ready** get no new replicas, but shrinking takes from them as from the others. To spare them
/// would be worse: of 4, 4, 3 scaled to 3 the last cluster would keep its three, which nobody can reach, while all
/// that serve were removed. To take from them first would give up data that may well be serving, for it is only the
/// federation that cannot see the cluster. And what is removed would in both cases depend on who was away at
/// the moment. So it depends on the record alone.
public final class StatefulPlanner {
    /// Replicas beyond this find no place: far more than clusters hold, few enough to be counted one by one.
    public static final int REPLICAS_MAX = 1_000_000;

    private StatefulPlanner() {}

    /// How many replicas are where.
    ///
    /// @param assigned how many each cluster has, also for those that once had some
    /// @param unplaced how many replicas found no place
    public record Result(SortedMap<String, Integer> assigned, int unplaced) {
        public Result {
            assigned = Collections.unmodifiableSortedMap(new TreeMap<>(assigned));
        }
    }

    /// Says where replicas are to be.
    ///
    /// @param assigned where they are by the last result, empty at first
    /// @param ready the clusters that may get new replicas
    public static Result plan(
            int replicas, SortedMap<String, Integer> assigned, Collection<String> ready, Preferences preferences) {
        SortedMap<String, Integer> planned = new TreeMap<>(assigned);
        // What a record says beyond what can be wanted goes first, and not one by one.
        planned.replaceAll((cluster, held) -> Math.min(held, REPLICAS_MAX));
        int before = sum(planned);
        int wanted = Math.min(replicas, REPLICAS_MAX);
        if (wanted < before) {
            shrink(planned, before - wanted, preferences);
        } else if (wanted > before) {
            grow(planned, wanted - before, nextSeats(planned, ready, preferences), before == 0);
        }
        return new Result(planned, replicas - sum(planned));
    }

    private static int sum(SortedMap<String, Integer> planned) {
        return Math.toIntExact(
                planned.values().stream().mapToLong(Integer::longValue).sum());
    }

    private static List<Seat> nextSeats(
            SortedMap<String, Integer> planned, Collection<String> ready, Preferences preferences) {
        return ready.stream()
                .distinct()
                .map(cluster -> Seat.of(cluster, preferences, planned.getOrDefault(cluster, 0)))
                .filter(Seat::isOpen)
                .toList();
    }

    /// Adds replicas.
    ///
    /// @param first whether there are none yet: if there are enough clusters then no two of them share
    ///     one, not even to reach a minimum
    private static void grow(SortedMap<String, Integer> planned, int count, List<Seat> next, boolean first) {
        boolean oneEach = first && count <= next.size();
        PriorityQueue<Seat> seats = new PriorityQueue<>(Seat.ORDER);
        seats.addAll(next);
        for (int added = 0; added < count && !seats.isEmpty(); added++) {
            Seat seat = seats.remove();
            planned.put(seat.cluster(), seat.number() + 1);
            if (!oneEach && seat.next().isOpen()) {
                seats.add(seat.next());
            }
        }
    }

    private static void shrink(SortedMap<String, Integer> planned, int count, Preferences preferences) {
        PriorityQueue<Seat> seats = new PriorityQueue<>(Seat.ORDER.reversed());
        planned.forEach((cluster, held) -> {
            if (held > 0) {
                seats.add(Seat.of(cluster, preferences, held - 1));
            }
        });
        for (int removed = 0; removed < count; removed++) {
            Seat seat = seats.remove();
            planned.put(seat.cluster(), seat.number());
            if (seat.number() > 0) {
                seats.add(seat.previous());
            }
        }
    }
}
