package dev.archipelago.federation.schedule.policy;

import dev.archipelago.federation.kinds.ClusterTraits;
import java.util.Comparator;

/// A cluster that an object may go to, with the values it is ranked by.
///
/// @param tier of the overflow, 0 for clusters of the group itself
/// @param free how many more replicas fit
record Ranked(Candidate candidate, int tier, int score, int free) {
    private static final int SCORE_OF_PRESENCE = 100;

    /// The ranking order. Names decide last, so that there are no ties.
    static final Comparator<Ranked> BEST_FIRST = Comparator.comparingInt(Ranked::tier)
            .thenComparing(Comparator.comparingInt(Ranked::score).reversed())
            .thenComparing(ranked -> !ranked.candidate.ready())
            .thenComparing(Comparator.comparingLong(Ranked::available).reversed())
            .thenComparing(Ranked::name);

    /// Clusters score only for having the object already.
    ///
    /// @param replicas of the object, which is also the room of a cluster without a limit
    static Ranked of(Candidate candidate, int tier, int replicas) {
        return new Ranked(
                candidate,
                tier,
                candidate.hasIt() ? SCORE_OF_PRESENCE : 0,
                replicas == 0 ? 0 : Math.max(0, candidate.free().orElse(replicas)));
    }

    String name() {
        return candidate.name();
    }

    ClusterTraits traits() {
        return candidate.traits();
    }

    int assigned() {
        return candidate.assigned().orElse(0);
    }

    /// How many replicas fit, including those it has.
    long available() {
        return (long) free + assigned();
    }
}
