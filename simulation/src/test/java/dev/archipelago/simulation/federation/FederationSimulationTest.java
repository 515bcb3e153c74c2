package dev.archipelago.simulation.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.simulation.SimulationSeeds;
import org.junit.jupiter.api.Test;

/// Simulates federations with many seeds, from [SimulationSeeds].
class FederationSimulationTest {
    private static final int SEEDS = 200;

    @Test
    void noInvariantIsEverBroken() {
        SimulationSeeds.assertNoneIsBroken("federation", SEEDS, Scenario::run);
    }

    @Test
    void aSeedIsAHistory() {
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(Scenario.run(seed).hash())
                    .as("seed %d", seed)
                    .isEqualTo(Scenario.run(seed).hash());
        }
    }
}
