package dev.archipelago.simulation.federation;

import dev.archipelago.simulation.engine.Line;
import dev.archipelago.simulation.engine.Noise;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// The kinds of faults in one run and their probabilities. Each seed has its own; some have probability 0.
///
/// @param noise on every connection
/// @param stepMillisMax the longest pause of a controller between two actions
/// @param memberLagMillisMax the longest delay of a member's controllers
/// @param killed the probability that a control plane dies between two actions
/// @param processes the number of control planes
/// @param skewMillisMax the largest clock skew
/// @param strikes how many failures clusters have
/// @param meddling whether users change objects in clusters directly
/// @param admission whether writes of users pass the federation's admission; if not, its controllers must cope alone
record Faults(
        Noise noise,
        long stepMillisMax,
        long memberLagMillisMax,
        double killed,
        int processes,
        long skewMillisMax,
        int strikes,
        boolean meddling,
        boolean admission) {
    static final long RESTART_MILLIS_MAX = 10_000;
    static final long TROUBLE_MILLIS_MAX = 90_000;

    private static final int STEPS = 20;

    /// The longest backoff of a controller.
    private static final Duration BACK_OFF = Duration.ofSeconds(60);

    /// How long until the recovery of a cluster is noticed.
    private static final Duration HEALTH = Duration.ofSeconds(20);

    static Faults draw(RandomGenerator random) {
        return new Faults(
                new Noise(
                        random.nextBoolean() ? 5 : random.nextLong(2000),
                        rate(random, 0.1),
                        rate(random, 0.1),
                        rate(random, 0.1),
                        rate(random, 0.2),
                        rate(random, 0.02)),
                random.nextBoolean() ? 1 : random.nextLong(300),
                random.nextBoolean() ? 500 : 500 + random.nextLong(5000),
                rate(random, 0.02),
                random.nextInt(3) == 0 ? 2 : 1,
                random.nextBoolean() ? 0 : random.nextLong(30_000),
                random.nextBoolean() ? 0 : 1 + random.nextInt(5),
                random.nextBoolean(),
                random.nextInt(3) > 0);
    }

    private static double rate(RandomGenerator random, double max) {
        return random.nextBoolean() ? 0 : random.nextDouble() * max;
    }

    Faults none() {
        return new Faults(new Noise(5, 0, 0, 0, 0, 0), 1, 500, 0, processes, skewMillisMax, 0, false, admission);
    }

    /// The greatest age of the state that a controller may act on.
    Duration ageMax() {
        Duration age = Duration.ofMillis(2 * noise.lagMillisMax() + STEPS * stepMillisMax + 1000);
        if (noise.broken() > 0) {
            age = age.plusMillis(2 * Line.REOPENING_MILLIS_MAX);
        }
        if (killed > 0) {
            age = age.plusMillis(2 * RESTART_MILLIS_MAX);
        }
        if (strikes > 0) {
            age = age.plusMillis(2 * TROUBLE_MILLIS_MAX).plus(HEALTH);
        }
        return noise.refused() + noise.unanswered() + noise.conflict() > 0 || processes > 1 || strikes > 0
                ? age.plus(BACK_OFF)
                : age;
    }
}
