package dev.archipelago.federation.schedule.stateful;

import dev.archipelago.federation.schedule.preferences.ClusterPreference;
import dev.archipelago.federation.schedule.preferences.Preferences;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Decides how many replicas of a stateful set each cluster has. A replica never moves, because its volumes do not.
///
/// Scaling up adds replicas where there are the fewest in proportion to weight. Scaling down removes them in the
/// reverse order. As long as the number is the same nothing changes, whichever clusters come and go; one that joins
/// gets only new replicas.
///
/// **Clusters that are not ready** get no new replicas, but scaling down removes theirs as it removes others. Sparing
/// them would be worse: of 4, 4, 3 scaled to 3 the last cluster would keep its three unreachable replicas, while all
/// serving ones were removed. Removing theirs first would give up data that may well be serving, since only the
/// federation cannot see the cluster. And in both cases the result would depend on who was unreachable at the moment.
/// So it depends on the record alone.
public final class StatefulPlanner {
    /// The limit, far more than clusters hold. Replicas beyond it are not placed.
    public static final int REPLICAS_MAX = 1_000_000;

    private StatefulPlanner() {}

    /// How many replicas are where.
    ///
    /// @param assigned the replicas of each cluster, also for those that once had some
    /// @param unplaced how many replicas could not be placed
    public record Result(SortedMap<String, Integer> assigned, int unplaced) {
        public Result {
            assigned = Collections.unmodifiableSortedMap(new TreeMap<>(assigned));
        }
    }

    /// Assigns replicas.
    ///
    /// @param assigned the previous result, empty at first
    /// @param ready the clusters that may get new replicas
    public static Result plan(
            int replicas, SortedMap<String, Integer> assigned, Collection<String> ready, Preferences preferences) {
        SortedMap<String, Integer> planned = new TreeMap<>(assigned);
        // Cut values in a record that exceed the limit.
        planned.replaceAll((cluster, held) -> Math.min(held, REPLICAS_MAX));
        long before = sum(planned);
        int wanted = Math.min(replicas, REPLICAS_MAX);
        if (wanted < before) {
            SortedMap<String, Integer> kept = Seats.first(wanted, held(planned, preferences));
            planned.replaceAll((cluster, held) -> kept.getOrDefault(cluster, 0));
        } else {
            Seats.first(wanted - before, open(planned, ready, preferences, wanted))
                    .forEach((cluster, more) -> planned.merge(cluster, more, Integer::sum));
        }
        return new Result(planned, (int) (replicas - sum(planned)));
    }

    private static long sum(SortedMap<String, Integer> planned) {
        return planned.values().stream().mapToLong(Integer::longValue).sum();
    }

    /// The occupied seats.
    private static List<Seats.Run> held(SortedMap<String, Integer> planned, Preferences preferences) {
        List<Seats.Run> runs = new ArrayList<>();
        planned.forEach((cluster, held) -> {
            if (held > 0) {
                runs.add(new Seats.Run(Seat.of(cluster, preferences, 0), held));
            }
        });
        return runs;
    }

    /// The seats for new replicas. The first replicas of a set go to one cluster each if there are enough clusters,
    /// even if a minimum asks for two in one.
    private static List<Seats.Run> open(
            SortedMap<String, Integer> planned, Collection<String> ready, Preferences preferences, int wanted) {
        List<Seats.Run> runs = new ArrayList<>();
        for (String cluster : new TreeSet<>(ready)) {
            int held = planned.getOrDefault(cluster, 0);
            long most = preferences.of(cluster).map(ClusterPreference::most).orElse(0L);
            if (most > held) {
                int count = (int) Math.min(most - held, REPLICAS_MAX);
                runs.add(new Seats.Run(Seat.of(cluster, preferences, held), count));
            }
        }
        boolean oneEach = sum(planned) == 0 && wanted <= runs.size();
        return oneEach ? runs.stream().map(run -> new Seats.Run(run.first(), 1)).toList() : runs;
    }
}
