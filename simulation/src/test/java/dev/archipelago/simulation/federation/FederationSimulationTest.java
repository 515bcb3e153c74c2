package dev.archipelago.simulation.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.simulation.SimulationSeeds;
import dev.archipelago.simulation.engine.RunResult;
import org.junit.jupiter.api.Test;

/// Simulates federations with many seeds, from [SimulationSeeds].
class FederationSimulationTest {
    private static final int SEEDS = 200;

    @Test
    void noInvariantIsEverBroken() {
        SimulationSeeds.of("federation", SEEDS)
                .parallel()
                .mapToObj(FederationSimulationTest::live)
                .filter(outcome -> !outcome.isGood())
                .findAny()
                .ifPresent(outcome -> {
                    throw new AssertionError(
                            "seed " + outcome.seed() + ": " + outcome.complaint() + "\n" + outcome.trace());
                });
    }

    @Test
    void aSeedIsAHistory() {
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(live(seed).hash())
                    .as("seed %d", seed)
                    .isEqualTo(live(seed).hash());
        }
    }

    private static RunResult live(long seed) {
        return Scenario.run(seed);
    }
}
