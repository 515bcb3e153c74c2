package dev.archipelago.federation.schedule.stateful;

import dev.archipelago.federation.schedule.preferences.ClusterPreference;
import dev.archipelago.federation.schedule.preferences.Preferences;
import java.util.Comparator;

/// A place for one replica in a cluster. All seats of all clusters have one order: they are taken from the first on,
/// and given up from the last on.
///
/// Seats of a cluster's minimum come first, then those of its share, compared in proportion to the weights. Replicas
/// that have no business in a cluster, say since preferences changed, sit on its surplus seats; nobody is sent there.
///
/// @param number how many seats of the same cluster come before it
record Seat(String cluster, ClusterPreference preference, int number) {
    private enum Row {
        MINIMUM,
        SHARE,
        SURPLUS
    }

    /// Of seats that are equal in proportion the one in the cluster with more weight is first: the only replica of a
    /// set should go there. Among equal clusters it is the alphabetically first.
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
