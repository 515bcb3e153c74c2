package dev.archipelago.federation.schedule.stateful;

import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/// Finds the first of all seats in the order of [Seat#ORDER], however many there are: not by going over them one
/// by one, but by leaps that become shorter.
final class Seats {
    private Seats() {}

    /// The seats of one cluster, from the first on.
    ///
    /// @param count at least one
    record Run(Seat first, int count) {
        /// The last of so many, or of all if there are fewer.
        Seat last(int many) {
            return first.at(first.number() + Math.min(many, count) - 1);
        }

        Run without(int many) {
            return new Run(first.at(first.number() + many), count - many);
        }
    }

    /// How many seats of each cluster are among the first of all; of clusters that are not named, none.
    ///
    /// Of all runs, take as many seats from the beginning of each, and the run in which the last of these comes
    /// first: before that seat there are fewer than so many of every other run. So all these of this run are among
    /// the first of all, if at least so many are wanted of every run.
    static SortedMap<String, Integer> first(long wanted, Collection<Run> all) {
        SortedMap<String, Integer> taken = new TreeMap<>();
        long left = wanted;
        Collection<Run> runs = all;
        int leap = Math.clamp(Long.highestOneBit(Math.max(1, left) / Math.max(1, runs.size())), 1, 1 << 30);
        while (left > 0 && !runs.isEmpty()) {
            int many = leap;
            PriorityQueue<Run> queue =
                    new PriorityQueue<>(Comparator.comparing((Run run) -> run.last(many), Seat.ORDER));
            queue.addAll(runs);
            while (!queue.isEmpty() && left >= (many == 1 ? 1 : (long) many * queue.size())) {
                Run run = queue.remove();
                int part = Math.min(many, run.count());
                taken.merge(run.first().cluster(), part, Integer::sum);
                left -= part;
                if (part < run.count()) {
                    queue.add(run.without(part));
                }
            }
            runs = queue;
            leap = Math.max(1, leap / 2);
        }
        return taken;
    }
}
