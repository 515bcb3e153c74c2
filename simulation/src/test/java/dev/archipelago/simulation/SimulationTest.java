package dev.archipelago.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Simulates a cluster with many seeds, from [SimulationSeeds].
class SimulationTest {
    private static final int SEEDS = 1000;

    @Test
    void noInvariantIsEverBroken() {
        SimulationSeeds.of("cluster", SEEDS)
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
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(Scenario.run(seed, TestingControllers::all).hash())
                    .as("seed %d", seed)
                    .isEqualTo(Scenario.run(seed, TestingControllers::all).hash());
        }
    }
}
