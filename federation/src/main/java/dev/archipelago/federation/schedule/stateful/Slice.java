package dev.archipelago.federation.schedule.stateful;

/// The ordinals of a set that belong to one cluster, from the first one on. They stay assigned while the set is too
/// small for all to run, because the volumes of those replicas are there.
///
/// @param count how many of them run, the lowest first
/// @param claimed how many are assigned: the most that ever ran
public record Slice(String cluster, int start, int count, int claimed) {
    public Slice {
        if (start < 0 || count < 0 || count > claimed) {
            throw new IllegalArgumentException(
                    "no slice: %d of %d ordinals from %d on".formatted(count, claimed, start));
        }
    }

    /// The first ordinal after the slice.
    public int end() {
        return start + claimed;
    }

    Slice grown(int more) {
        return new Slice(cluster, start, count, claimed + more);
    }

    /// The slice when the set has this many replicas.
    Slice sized(int replicas) {
        return new Slice(cluster, start, Math.clamp(replicas - start, 0, claimed), claimed);
    }
}
