package dev.archipelago.federation.schedule.stateful;

import dev.archipelago.federation.schedule.preferences.ClusterPreference;
import dev.archipelago.federation.schedule.preferences.Preferences;
import java.util.Collection;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/// A reference for [StatefulPlanner] that places replicas one by one: slow, and obviously correct.
final class OneByOne {
    private OneByOne() {}

    static StatefulPlanner.Result plan(
            int replicas, SortedMap<String, Integer> assigned, Collection<String> ready, Preferences preferences) {
        SortedMap<String, Integer> planned = new TreeMap<>(assigned);
        int before = sum(planned);
        if (replicas < before) {
            shrink(planned, before - replicas, preferences);
        } else if (replicas > before) {
            grow(planned, replicas - before, nextSeats(planned, ready, preferences), before == 0);
        }
        return new StatefulPlanner.Result(planned, replicas - sum(planned));
    }

    private static int sum(SortedMap<String, Integer> planned) {
        return planned.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static List<Seat> nextSeats(
            SortedMap<String, Integer> planned, Collection<String> ready, Preferences preferences) {
        return ready.stream()
                .distinct()
                .map(cluster -> Seat.of(cluster, preferences, planned.getOrDefault(cluster, 0)))
                .filter(OneByOne::isOpen)
                .toList();
    }

    private static boolean isOpen(Seat seat) {
        ClusterPreference preference = seat.preference();
        return seat.number() < preference.limit()
                && (seat.number() < preference.minReplicas() || preference.weight() > 0);
    }

    private static void grow(SortedMap<String, Integer> planned, int count, List<Seat> next, boolean first) {
        boolean oneEach = first && count <= next.size();
        PriorityQueue<Seat> seats = new PriorityQueue<>(Seat.ORDER);
        seats.addAll(next);
        for (int added = 0; added < count && !seats.isEmpty(); added++) {
            Seat seat = seats.remove();
            planned.put(seat.cluster(), seat.number() + 1);
            if (!oneEach && isOpen(seat.at(seat.number() + 1))) {
                seats.add(seat.at(seat.number() + 1));
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
                seats.add(seat.at(seat.number() - 1));
            }
        }
    }
}
