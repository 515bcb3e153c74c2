package dev.archipelago.simulation.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.simulation.engine.RunResult;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Lives through many histories of federations. The flags are those of a cluster's simulation.
class FederationSimulationTest {
    private static final long FIRST = Long.getLong("simulation.first", 1);
    private static final long SEEDS = Long.getLong("simulation.seeds", 200);

    @Test
    void noInvariantIsEverBroken() {
        LongStream.range(FIRST, FIRST + SEEDS)
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
        for (long seed = FIRST; seed < FIRST + 10; seed++) {
            assertThat(live(seed).hash())
                    .as("seed %d", seed)
                    .isEqualTo(live(seed).hash());
        }
    }

    private static RunResult live(long seed) {
        return Scenario.run(seed);
    }
}
