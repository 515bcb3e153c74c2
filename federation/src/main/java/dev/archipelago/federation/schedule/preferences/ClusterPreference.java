package dev.archipelago.federation.schedule.preferences;

import java.util.OptionalLong;

/// How many replicas a cluster should have.
///
/// @param minReplicas assigned before weights are considered
/// @param maxReplicas empty for no limit
/// @param weight its share of the rest, in proportion to the weights of the others
public record ClusterPreference(long minReplicas, OptionalLong maxReplicas, long weight) {
    /// Ensures that a weight times any number of replicas does not overflow.
    public static final long WEIGHT_MAX = Integer.MAX_VALUE;

    /// The preference of a cluster that gets nothing.
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

    /// The most replicas it can be assigned: without a weight it gets no more than the minimum.
    public long most() {
        return weight > 0 ? limit() : Math.min(minReplicas, limit());
    }
}
