package dev.archipelago.federation.schedule.stateful;

import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/// Finds the first seats of all in the order of [Seat#ORDER]. It advances in steps that become shorter, not one by one,
/// so it is fast for any number of replicas.
final class Seats {
    private Seats() {}

    /// The seats of one cluster, from a first one on.
    ///
    /// @param count at least one
    record Run(Seat first, int count) {
        /// The last of so many seats, or of all if there are fewer.
        Seat last(int many) {
            return first.at(first.number() + Math.min(many, count) - 1);
        }

        Run without(int many) {
            return new Run(first.at(first.number() + many), count - many);
        }
    }

    /// How many seats of each cluster are among the first of all; none for clusters that are not given.
    ///  Take equally many seats from the start of each run. In the run whose last of these comes first, all of them
    /// are among the first of all: before that last one there are fewer than so many of every other run.
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
