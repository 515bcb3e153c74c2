package dev.archipelago.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Lives through many histories. `-Dsimulation.seeds=20000` makes it more of them, `-Dsimulation.first=17` and
/// `-Dsimulation.seeds=1` exactly one.
class SimulationTest {
    private static final long FIRST = Long.getLong("simulation.first", 1);
    private static final long SEEDS = Long.getLong("simulation.seeds", 1000);

    @Test
    void noInvariantIsEverBroken() {
        LongStream.range(FIRST, FIRST + SEEDS)
                .parallel()
                .mapToObj(seed -> Scenario.run(seed, TestingControllers::all))
                .filter(outcome -> !outcome.isGood())
                .findAny()
                .ifPresent(outcome -> {
                    throw new AssertionError(
                            "seed " + outcome.seed() + ": " + outcome.complaint() + "\n" + outcome.trace());
                });
    }

    @Test
    void aSeedIsAHistory() {
        for (long seed = FIRST; seed < FIRST + 10; seed++) {
            assertThat(Scenario.run(seed, TestingControllers::all).hash())
                    .as("seed %d", seed)
                    .isEqualTo(Scenario.run(seed, TestingControllers::all).hash());
        }
    }
}
