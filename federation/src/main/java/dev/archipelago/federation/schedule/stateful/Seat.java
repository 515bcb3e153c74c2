package dev.archipelago.federation.schedule.stateful;

import dev.archipelago.federation.schedule.preferences.ClusterPreference;
import dev.archipelago.federation.schedule.preferences.Preferences;
import java.util.Comparator;

/// A place for one replica in a cluster. The seats of all clusters have one order: replicas are added from its start
/// and removed from its end.
///
/// Seats of a cluster's minimum come first, then those of its share, in proportion to the weights. Replicas beyond a
/// cluster's preference, for example after it changed, are on surplus seats, to which none is added.
///
/// @param number the index of the seat in its cluster
record Seat(String cluster, ClusterPreference preference, int number) {
    private enum Row {
        MINIMUM,
        SHARE,
        SURPLUS
    }

    /// Among proportionally equal seats the cluster with more weight comes first, so that it gets a single replica,
    /// and then the alphabetically first.
    static final Comparator<Seat> ORDER = Comparator.comparing(Seat::row)
            .thenComparing(Seat::compareFilling)
            .thenComparing(Seat::weight, Comparator.reverseOrder())
            .thenComparing(Seat::cluster);

    static Seat of(String cluster, Preferences preferences, int number) {
        return new Seat(cluster, preferences.of(cluster).orElse(ClusterPreference.NONE), number);
    }

    Seat at(int place) {
        return new Seat(cluster, preference, place);
    }

    private Row row() {
        if (number >= preference.limit()) {
            return Row.SURPLUS;
        }
        if (number < preference.minReplicas()) {
            return Row.MINIMUM;
        }
        return preference.weight() > 0 ? Row.SHARE : Row.SURPLUS;
    }

    private long weight() {
        return preference.weight();
    }

    /// Compares how full the clusters are before these seats, which are in the same row.
    private static int compareFilling(Seat left, Seat right) {
        return switch (left.row()) {
            case MINIMUM, SURPLUS -> Integer.compare(left.number, right.number);
            case SHARE -> Long.compare(left.number * right.weight(), right.number * left.weight());
        };
    }
}
