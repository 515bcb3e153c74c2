package dev.archipelago.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.statefulset.StatefulSetReconciler;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Lives through many histories. `-Dsimulation.seeds=20000` makes it more of them, `-Dsimulation.first=17` and
/// `-Dsimulation.seeds=1` exactly one.
class SimulationTest {
    private static final long FIRST = Long.getLong("simulation.first", 1);
    private static final long SEEDS = Long.getLong("simulation.seeds", 500);

    private static List<Reconciler> controllers(Caches caches) {
        return List.of(new StatefulSetReconciler(caches));
    }

    @Test
    void noInvariantIsEverBroken() {
        LongStream.range(FIRST, FIRST + SEEDS)
                .parallel()
                .mapToObj(seed -> Scenario.run(seed, SimulationTest::controllers))
                .filter(outcome -> !outcome.isGood())
                .findAny()
                .ifPresent(outcome -> {
                    throw new AssertionError(
                            "seed " + outcome.seed() + ": " + outcome.complaint() + "\n" + outcome.trace());
                });
    }

    @Test
    void aSeedIsAHistory() {
        for (long seed = FIRST; seed < FIRST + 20; seed++) {
            assertThat(Scenario.run(seed, SimulationTest::controllers).hash())
                    .as("seed %d", seed)
                    .isEqualTo(Scenario.run(seed, SimulationTest::controllers).hash());
        }
    }
}
