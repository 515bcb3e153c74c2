package dev.archipelago.cluster.statefulset;

import static dev.archipelago.cluster.statefulset.Example.PARALLEL;
import static dev.archipelago.cluster.statefulset.Example.rolling;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.pods.PodControl;
import dev.archipelago.controller.plan.Plan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The size of plans does not depend on absurd numbers in a spec.
class AbsurdNumbersTest {
    private static final int MANY = 2_000_000_000;

    /// Carries out plans until one changes pods.
    ///
    /// @return its changes
    private static List<String> pods(Example example) {
        for (int i = 0; i < 5; i++) {
            Plan plan = example.plan();
            List<String> pods = Example.texts(plan).stream()
                    .filter(action -> action.contains("Pod "))
                    .toList();
            example.world.carryOut(plan);
            if (!pods.isEmpty()) {
                return pods;
            }
        }
        return List.of();
    }

    @ParameterizedTest
    @ValueSource(ints = {MANY, Integer.MAX_VALUE})
    void anOrderedSetIsMadeFromTheFirstOn(int replicas) {
        Example example = Example.of(replicas);
        assertThat(pods(example)).containsExactly("create Pod web-0");
        example.ready("web-0");
        assertThat(pods(example)).containsExactly("create Pod web-1");
    }

    @Test
    void aParallelSetIsMadeInBursts() {
        Example example = Example.of(MANY, PARALLEL);
        assertThat(pods(example)).hasSize(PodControl.BURST_MAX).contains("create Pod web-0", "create Pod web-499");
        assertThat(pods(example)).hasSize(PodControl.BURST_MAX).contains("create Pod web-500", "create Pod web-999");
    }

    @Test
    void aSetThatIsScaledBackLosesOnlyWhatIsTooMuch() {
        Example example = Example.settled(2, PARALLEL);
        example.scale(MANY);
        assertThat(pods(example)).hasSize(PodControl.BURST_MAX);
        example.scale(2);
        assertThat(pods(example))
                .hasSize(PodControl.BURST_MAX)
                .allMatch(action -> action.startsWith("delete"))
                .doesNotContain("delete Pod web-0", "delete Pod web-1");
    }

    @Test
    void aMemberFarBeyondTheFirstMissingOnesIsKept() {
        Example example = Example.settled(3, PARALLEL, "ordinals: {start: 0}");
        example.scale(MANY);
        pods(example);
        pods(example);
        // The pods in between are lost, the last one stays.
        for (int i = 0; i < 600; i++) {
            example.world.remove(Pod.KIND, "web-" + i);
        }
        assertThat(pods(example))
                .allMatch(action -> action.startsWith("create"))
                .contains("create Pod web-0");
    }

    @Test
    void noUpdateBeginsWhileMembersAreMissing() {
        Example example = Example.settled(3, PARALLEL, rolling("maxUnavailable: 1"));
        example.scale(MANY);
        example.update("nginx:2");
        assertThat(pods(example)).allMatch(action -> action.startsWith("create"));
    }

    @Test
    void ordinalsEndWhereNumbersDo() {
        Example example = Example.of(10, PARALLEL, "ordinals: {start: 2147483645}");
        assertThat(pods(example))
                .containsExactlyInAnyOrder(
                        "create Pod web-2147483645", "create Pod web-2147483646", "create Pod web-2147483647");
        assertThat(example.world.caches().of(Pod.KIND).all()).hasSize(3);
        assertThat(pods(example)).isEmpty();
    }
}
