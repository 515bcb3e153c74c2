package dev.archipelago.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Simulates a cluster with many seeds, from [SimulationSeeds].
class SimulationTest {
    private static final int SEEDS = 1000;

    @Test
    void noInvariantIsEverBroken() {
        SimulationSeeds.assertNoneIsBroken("cluster", SEEDS, seed -> Scenario.run(seed, TestingControllers::all));
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
