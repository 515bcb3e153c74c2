package dev.archipelago.federation.schedule.preferences;

import java.util.OptionalLong;

/// How many replicas a cluster should have.
///
/// @param minReplicas the first helping, served before weights are looked at
/// @param maxReplicas the most it may have, absent for no limit
/// @param weight its share of what is left after that, in proportion to the weights of the others
public record ClusterPreference(long minReplicas, OptionalLong maxReplicas, long weight) {
    /// So that a weight can be multiplied by any number of replicas.
    public static final long WEIGHT_MAX = Integer.MAX_VALUE;

    /// Of a cluster that nobody asked for.
    public static final ClusterPreference NONE = new ClusterPreference(0, OptionalLong.empty(), 0);

    public ClusterPreference {
        if (minReplicas < 0 || maxReplicas.orElse(0) < 0 || weight < 0) {
            throw new IllegalArgumentException("a preference is negative");
        }
        if (weight > WEIGHT_MAX) {
            throw new IllegalArgumentException("a weight is more than " + WEIGHT_MAX);
        }
    }

    public static ClusterPreference weight(long weight) {
        return new ClusterPreference(0, OptionalLong.empty(), weight);
    }

    /// The most replicas it may have.
    public long limit() {
        return maxReplicas.orElse(Long.MAX_VALUE);
    }

    /// The most replicas that are sent to it: without a weight it has no share beyond the minimum.
    public long most() {
        return weight > 0 ? limit() : Math.min(minReplicas, limit());
    }
}
