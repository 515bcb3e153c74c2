package dev.archipelago.federation.schedule.stateful;

/// The ordinals of a set that belong to one cluster, from the first one on. They belong to it for good, because the
/// volumes of those replicas are there, also while the set is too small for all of them to run.
///
/// @param count how many of them run, the lowest
/// @param claimed how many belong to it: the most that ever ran
public record Slice(String cluster, int start, int count, int claimed) {
    public Slice {
        if (start < 0 || count < 0 || count > claimed) {
            throw new IllegalArgumentException(
                    "no slice: %d of %d ordinals from %d on".formatted(count, claimed, start));
        }
    }

    /// The first ordinal that is not its own.
    public int end() {
        return start + claimed;
    }

    Slice grown(int more) {
        return new Slice(cluster, start, count, claimed + more);
    }

    /// With those ordinals running that a set of a size has.
    Slice sized(int replicas) {
        return new Slice(cluster, start, Math.clamp(replicas - start, 0, claimed), claimed);
    }
}
