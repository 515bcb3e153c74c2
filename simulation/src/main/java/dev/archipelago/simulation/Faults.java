package dev.archipelago.simulation;

import dev.archipelago.simulation.engine.Line;
import dev.archipelago.simulation.engine.Noise;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// What may go wrong in one simulation, and how often: each seed has faults of its own, and none of some.
///
/// @param lagMillisMax how long an event may be on its way
/// @param stepMillisMax how long a controller may take between two actions
/// @param refused how likely a call fails without effect
/// @param unanswered how likely a write takes effect and is not acknowledged
/// @param conflict how likely a write is refused for a conflict that nobody can see
/// @param doubled how likely an event comes twice
/// @param broken how likely a watch breaks at an event, which is then lost until the next list
/// @param killed how likely a process dies between two actions
/// @param controllers how many processes run controllers at once
/// @param slowStart how likely a container takes long to start
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
    static final long REBIRTH_MILLIS_MAX = 10_000;

    /// A plan has some steps, and the queue a pause before each.
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

    /// What goes wrong on the way to the API.
    Noise noise() {
        return new Noise(lagMillisMax, refused, unanswered, conflict, doubled, broken);
    }

    /// How old that may be what a controller acts upon.
    Duration newsMax() {
        Duration age = Duration.ofMillis(2 * lagMillisMax + STEPS * stepMillisMax + 100);
        if (broken > 0) {
            age = age.plusMillis(2 * Line.REOPENING_MILLIS_MAX);
        }
        if (killed > 0) {
            age = age.plusMillis(2 * REBIRTH_MILLIS_MAX);
        }
        return refused + unanswered + conflict > 0 || controllers > 1 ? age.plus(BACK_OFF) : age;
    }
}
