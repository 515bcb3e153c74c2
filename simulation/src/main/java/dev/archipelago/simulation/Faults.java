package dev.archipelago.simulation;

import dev.archipelago.simulation.engine.Line;
import dev.archipelago.simulation.engine.Noise;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// The kinds of faults in one simulation and their probabilities. Each seed has its own; some have probability 0.
///
/// @param lagMillisMax the longest delay of an event
/// @param stepMillisMax the longest pause of a controller between two actions
/// @param refused the probability that a call fails without effect
/// @param unanswered the probability that a write takes effect but fails to its caller
/// @param conflict the probability that a write fails with a spurious conflict
/// @param doubled the probability that an event is delivered twice
/// @param broken the probability that a watch breaks at an event, which is lost until the next list
/// @param killed the probability that a process dies between two actions
/// @param controllers the number of processes with controllers
/// @param slowStart the probability that a container starts slowly
/// @param nodeTrouble whether nodes die or are cut off
record Faults(
        long lagMillisMax,
        long stepMillisMax,
        double refused,
        double unanswered,
        double conflict,
        double doubled,
        double broken,
        double killed,
        int controllers,
        double slowStart,
        boolean nodeTrouble) {
    static final long RESTART_MILLIS_MAX = 10_000;

    /// A plan has some steps, with a pause before each.
    private static final int STEPS = 20;

    private static final Duration BACK_OFF = Duration.ofSeconds(20);

    static Faults draw(RandomGenerator random) {
        return new Faults(
                random.nextBoolean() ? 5 : random.nextLong(2000),
                random.nextBoolean() ? 1 : random.nextLong(500),
                rate(random, 0.1),
                rate(random, 0.1),
                rate(random, 0.1),
                rate(random, 0.2),
                rate(random, 0.02),
                rate(random, 0.05),
                1 + random.nextInt(2),
                rate(random, 0.3),
                random.nextBoolean());
    }

    private static double rate(RandomGenerator random, double max) {
        return random.nextBoolean() ? 0 : random.nextDouble() * max;
    }

    Faults none() {
        return new Faults(5, 1, 0, 0, 0, 0, 0, 0, controllers, 0, false);
    }

    /// The faults of calls and watches.
    Noise noise() {
        return new Noise(lagMillisMax, refused, unanswered, conflict, doubled, broken);
    }

    /// The greatest age of the state that a controller may act on.
    Duration ageMax() {
        Duration age = Duration.ofMillis(2 * lagMillisMax + STEPS * stepMillisMax + 100);
        if (broken > 0) {
            age = age.plusMillis(2 * Line.REOPENING_MILLIS_MAX);
        }
        if (killed > 0) {
            age = age.plusMillis(2 * RESTART_MILLIS_MAX);
        }
        return refused + unanswered + conflict > 0 || controllers > 1 ? age.plus(BACK_OFF) : age;
    }
}
