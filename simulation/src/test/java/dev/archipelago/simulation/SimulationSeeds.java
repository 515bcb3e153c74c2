package dev.archipelago.simulation;

import dev.archipelago.simulation.engine.RunResult;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/// The seeds of a test run: most are the same in every run, and an eighth is new.
///
/// `-Dsimulation.seeds=20000` makes them more and all from `-Dsimulation.first=17` on, by default from 1.
public final class SimulationSeeds {
    private static final int FRESH_PART = 8;

    private SimulationSeeds() {}

    /// Runs the histories of all seeds, and fails with the first in which an invariant is broken.
    public static void assertNoneIsBroken(String simulation, int count, LongFunction<RunResult> run) {
        of(simulation, count)
                .parallel()
                .mapToObj(run)
                .filter(outcome -> !outcome.isGood())
                .findAny()
                .ifPresent(outcome -> {
                    throw new AssertionError(
                            "seed " + outcome.seed() + ": " + outcome.complaint() + "\n" + outcome.trace());
                });
    }

    private static LongStream of(String simulation, int count) {
        if (Long.getLong("simulation.first") != null || Long.getLong("simulation.seeds") != null) {
            long first = Long.getLong("simulation.first", 1);
            return LongStream.range(first, first + Long.getLong("simulation.seeds", count));
        }
        int fresh = count / FRESH_PART;
        long first = RandomGenerator.getDefault().nextLong(1_000_000, 1_000_000_000);
        System.out.printf(
                "%s: besides 1 to %d, new seeds; again with -Dsimulation.first=%d -Dsimulation.seeds=%d%n",
                simulation, count - fresh, first, fresh);
        return LongStream.concat(LongStream.rangeClosed(1, count - fresh), LongStream.range(first, first + fresh));
    }
}
