package dev.archipelago.cluster.statefulset;

import static dev.archipelago.cluster.statefulset.Example.PARALLEL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.plan.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Section 4 of the facts on StatefulSets: the order of actions.
class OrderTest {

    @Test
    @DisplayName("§4 §16 members are made from the first on, each when the one before is ready")
    void makesOneAfterTheOther() {
        Example example = Example.of(3);
        assertThat(example.work()).hasSize(2).last().isEqualTo("create Pod web-0");
        assertThat(example.work()).isEmpty();
        example.ready("web-0");
        assertThat(example.work()).containsExactly("create Pod web-1");
        example.ready("web-1");
        assertThat(example.work()).containsExactly("create Pod web-2");
        example.ready("web-2");
        assertThat(example.work()).isEmpty();
        example.assertQuiet();
    }

    @ParameterizedTest(name = "§4 d a first member that is {0} lets nothing happen after it")
    @ValueSource(strings = {"pending", "unready", "going", "not yet available"})
    void waitsForTheOneBefore(String how) {
        Example example = Example.settled(2, "minReadySeconds: 0");
        switch (how) {
            case "pending" -> example.phase("web-0", "Pending");
            case "unready" -> example.unready("web-0");
            case "going" -> example.deleting(Pod.KIND, "web-0");
            default -> example.edit(spec -> spec.put("minReadySeconds", 30));
        }
        example.work();
        example.scale(3);
        assertThat(example.work()).isEmpty();
        example.scale(1);
        assertThat(example.work()).isEmpty();
        if (!how.equals("pending")) {
            // A pending pod of an old template would be replaced.
            example.update("nginx:2");
            assertThat(example.work()).noneMatch(text -> text.contains("Pod"));
        }
        example.assertQuiet();
    }

    @Test
    @DisplayName("§4 §16 in a parallel set all members are made at once, side by side")
    void parallelSetMakesAllAtOnce() {
        Example example = Example.of(3, PARALLEL);
        example.world.carryOut(example.plan());
        assertThat(example.next()).containsExactly("create Pod web-0", "create Pod web-1", "create Pod web-2");
        assertThat(example.plan().steps().getFirst())
                .isInstanceOfSatisfying(
                        Step.Together.class,
                        step -> assertThat(step.sequences()).hasSize(3));
        example.roll();
        example.assertQuiet();
    }

    @ParameterizedTest(name = "§4 a {0}, {1}")
    @CsvSource({"Failed, OrderedReady", "Succeeded, OrderedReady", "Failed, Parallel", "Succeeded, Parallel"})
    void replacesWhatIsOver(String phase, String policy) {
        Example example = Example.settled(2, "podManagementPolicy: " + policy);
        for (int i = 0; i < 3; i++) {
            String before = example.pod("web-0").uid();
            example.phase("web-0", phase);
            assertThat(example.work()).containsExactly("delete Pod web-0");
            // Never created again before the old one is gone.
            assertThat(example.work()).isEmpty();
            example.assertQuiet();
            assertThat(example.roll()).containsExactly("create web-0");
            assertThat(example.pod("web-0").uid()).isNotEqualTo(before);
        }
        example.assertQuiet();
    }

    @Test
    @DisplayName("§4 a one that is over and outdated is deleted once")
    void deletesWhatIsOverOnce() {
        for (String parameters : List.of("partition: 0", "maxUnavailable: 2")) {
            Example example = Example.settled(2, PARALLEL, Example.rolling(parameters));
            example.phase("web-1", "Failed");
            example.update("nginx:2");
            example.world.carryOut(example.plan());
            assertThat(example.next()).containsOnlyOnce("delete Pod web-1");
        }
    }

    @Test
    @DisplayName("§4 b §16 the first member comes back although the second is not ready")
    void lowerMemberComesFirst() {
        Example example = Example.settled(2);
        example.unready("web-1");
        example.world.remove(Pod.KIND, "web-0");
        assertThat(example.work()).containsExactly("create Pod web-0");
    }

    @Test
    @DisplayName("§4 §16 a member that does not go keeps its place, and in an ordered set holds all up")
    void goingMemberBlocks() {
        for (boolean parallel : List.of(false, true)) {
            Example example = Example.settled(2, parallel ? PARALLEL : "podManagementPolicy: OrderedReady");
            example.world.edit(Pod.KIND, "web-1", tree -> Meta.finalizers(tree, List.of("a.b/c")));
            example.deleting(Pod.KIND, "web-1");
            example.scale(3);
            assertThat(example.roll()).isEqualTo(parallel ? List.of("create web-2") : List.of());
            example.assertQuiet();
            example.world.edit(Pod.KIND, "web-1", tree -> Meta.finalizers(tree, List.of()));
            assertThat(example.roll())
                    .isEqualTo(parallel ? List.of("create web-1") : List.of("create web-1", "create web-2"));
            example.assertQuiet();
        }
    }

    @Test
    @DisplayName("§4 §16 members are removed from the last on, one at a time")
    void removesOneAfterTheOther() {
        Example example = Example.settled(3);
        example.scale(0);
        assertThat(example.work()).containsExactly("delete Pod web-2");
        example.assertQuiet();
        example.world.remove(Pod.KIND, "web-2");
        assertThat(example.work()).containsExactly("delete Pod web-1");
        assertThat(example.roll()).containsExactly("delete web-0");
        example.assertQuiet();
    }

    @ParameterizedTest(name = "§4 §16 3 to {0} with {1} unready: {2}")
    @CsvSource({
        "1, '', delete Pod web-2",
        "1, web-0, ''",
        "2, web-1, ''",
        "1, web-2, delete Pod web-2",
        "1, web-1, delete Pod web-2",
        "1, web-1 web-2, ''",
        "0, web-0 web-2, ''",
        "0, web-0, delete Pod web-2",
    })
    void removesOfTheUnwellOnlyTheLowest(int replicas, String unready, String expected) {
        Example example = Example.settled(3);
        for (String pod : unready.isEmpty() ? new String[0] : unready.split(" ", -1)) {
            example.unready(pod);
        }
        example.scale(replicas);
        assertThat(example.work()).isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
        example.assertQuiet();
    }

    @ParameterizedTest(name = "two that are {0} do not wait for each other to go")
    @ValueSource(strings = {"Pending", "Failed"})
    void brokenOnesGo(String phase) {
        Example example = Example.settled(3);
        example.phase("web-1", phase);
        example.phase("web-2", phase);
        example.scale(1);
        assertThat(example.roll()).containsExactly("delete web-2", "delete web-1");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§4 a parallel set removes all at once, well or not, but for those that go already")
    void parallelSetRemovesAllAtOnce() {
        Example example = Example.settled(4, PARALLEL);
        example.unready("web-0");
        example.unready("web-1");
        example.deleting(Pod.KIND, "web-2");
        example.scale(1);
        assertThat(example.work()).containsExactly("delete Pod web-3", "delete Pod web-1");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§4 §16 another start moves the set, and back")
    void startMovesTheSet() {
        Example example = Example.settled(3);
        example.edit(spec -> spec.putObject("ordinals").put("start", 2));
        assertThat(example.roll()).containsExactly("create web-3", "create web-4", "delete web-1", "delete web-0");
        example.assertQuiet();
        example.edit(spec -> spec.remove("ordinals"));
        assertThat(example.roll()).containsExactly("create web-0", "create web-1", "delete web-4", "delete web-3");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§3.15 §16 the next member comes when the one before has been ready for long enough")
    void waitsForAvailability() {
        Example example = Example.of(2, "minReadySeconds: 30");
        example.work();
        example.ready("web-0");
        assertThat(example.work()).isEmpty();
        assertThat(example.status().path("readyReplicas").asInt()).isEqualTo(1);
        assertThat(example.status().path("availableReplicas").asInt()).isZero();
        assertThat(example.plan().lookAgain()).contains(example.world.now().plusSeconds(30));
        example.world.pass(Duration.ofSeconds(29));
        assertThat(example.work()).isEmpty();
        example.world.pass(Duration.ofSeconds(1));
        assertThat(example.work()).containsExactly("create Pod web-1");
        assertThat(example.plan().lookAgain()).isEmpty();
    }

    @Test
    @DisplayName("§16 another minReadySeconds is looked at anew")
    void availabilityIsLookedAtAnew() {
        Example example = Example.of(2, "minReadySeconds: 30");
        example.work();
        example.ready("web-0");
        example.work();
        example.edit(spec -> spec.put("minReadySeconds", 0));
        assertThat(example.work()).containsExactly("create Pod web-1");
    }

    @Test
    @DisplayName("§3 a pod that does not say since when it is ready is not available")
    void readinessWithoutATimeIsNotEnough() {
        Example example = Example.of(2, "minReadySeconds: 30");
        example.work();
        example.world.editStatus(Pod.KIND, "web-0", status -> {
            status.put("phase", "Running");
            status.putArray("conditions").addObject().put("type", "Ready").put("status", "True");
        });
        assertThat(example.work()).isEmpty();
        assertThat(example.plan().lookAgain()).isEmpty();
    }

    @Test
    @DisplayName("§4 a pod of an abandoned template that never got well is replaced, unlike in Kubernetes")
    void brokenTemplateCanBeTakenBack() {
        Example example = Example.settled(3);
        example.update("nginx:broken");
        assertThat(example.roll()).containsExactly("delete web-2", "create web-2");
        example.update("nginx:1");
        assertThat(example.roll()).containsExactly("delete web-2", "create web-2");
        assertThat(example.images()).containsOnly("nginx:1");
        example.assertQuiet();
    }
}
