package dev.archipelago.cluster.statefulset;

import static dev.archipelago.cluster.statefulset.Example.PARALLEL;
import static dev.archipelago.cluster.statefulset.Example.rolling;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Section 5 of the facts on StatefulSets: updates.
class UpdateTest {
    private static final String ON_DELETE = "updateStrategy: {type: OnDelete}";
    private static final String BARE = "updateStrategy: {type: RollingUpdate}";

    /// The deleted pods.
    private static List<String> deleted(List<String> done) {
        List<String> deleted = new ArrayList<>();
        for (String text : done) {
            if (text.startsWith("delete ")) {
                deleted.add(text.substring("delete ".length()).replace("Pod ", ""));
            }
        }
        return deleted;
    }

    @ParameterizedTest(name = "§5 §16 {0}: from the last to the first, never two at a time")
    @ValueSource(strings = {"podManagementPolicy: OrderedReady", PARALLEL, BARE})
    void replacesOneAfterTheOther(String spec) {
        Example example = Example.settled(3, spec);
        example.world.watch(() -> assertThat(
                        example.world.all(Pod.KIND).stream().filter(pod -> pod.isReady() && !pod.isDeleting()))
                .hasSizeGreaterThanOrEqualTo(2));
        example.update("nginx:2");
        assertThat(example.roll())
                .containsExactly(
                        "delete web-2", "create web-2", "delete web-1", "create web-1", "delete web-0", "create web-0");
        assertThat(example.images()).containsOnly("nginx:2");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§5 the next is replaced when the last one is available, not just ready")
    void waitsUntilTheReplacedIsAvailable() {
        for (String policy : List.of("podManagementPolicy: OrderedReady", PARALLEL)) {
            Example example = Example.settled(2, policy);
            example.world.pass(Duration.ofMinutes(1));
            example.edit(spec -> spec.put("minReadySeconds", 30));
            example.update("nginx:2");
            assertThat(example.roll()).containsExactly("delete web-1", "create web-1");
            example.world.pass(Duration.ofSeconds(30));
            assertThat(deleted(example.roll())).containsExactly("web-0");
        }
    }

    /// Found by the simulation: a template change during an update made a second pod unavailable.
    @Test
    @DisplayName("§16 never two at a time, also when the template changes in the middle")
    void finishesWithTheOneThatIsMissing() {
        Example example = Example.settled(3, PARALLEL);
        example.update("nginx:2");
        assertThat(example.work()).contains("delete Pod web-2");
        example.world.remove(Pod.KIND, "web-2");
        example.work();
        example.ready("web-2");
        assertThat(example.work()).containsExactly("delete Pod web-1");
        example.update("nginx:3");
        assertThat(deleted(example.work())).as("while it goes").isEmpty();
        example.world.remove(Pod.KIND, "web-1");
        example.update("nginx:4");
        assertThat(deleted(example.work())).as("while it starts").isEmpty();
        example.update("nginx:5");
        assertThat(deleted(example.work()))
                .as("it is the one that nobody misses")
                .containsExactly("web-1");
        example.world.remove(Pod.KIND, "web-1");
        example.update("nginx:1");
        assertThat(deleted(example.work())).as("while it comes back").isEmpty();
        example.roll();
        assertThat(example.images()).containsOnly("nginx:1");
    }

    /// Found by the simulation: an update counts as complete when all pods are ready, and the next began at once.
    @Test
    @DisplayName("§16 the next update begins with the member that is not available yet after this one")
    void beginsWithTheLastOfTheUpdateBefore() {
        Example example = Example.settled(2, PARALLEL, "minReadySeconds: 30");
        example.world.pass(Duration.ofMinutes(1));
        example.update("nginx:2");
        example.roll();
        example.world.pass(Duration.ofSeconds(30));
        example.roll();
        example.update("nginx:3");
        assertThat(deleted(example.work())).containsExactly("web-0");
    }

    @ParameterizedTest(name = "§5 start {0}, partition {1}: {2}")
    @CsvSource({
        "0, 0, web-2 web-1 web-0",
        "0, 1, web-2 web-1",
        "0, 2, web-2",
        "0, 3, ''",
        "0, 7, ''",
        "5, 1, web-7 web-6",
    })
    void leavesOutWhatIsBelowThePartition(int start, int partition, String expected) {
        Example example =
                Example.settled(3, "ordinals: {start: %d}".formatted(start), rolling("partition: " + partition));
        example.update("nginx:2");
        assertThat(String.join(" ", deleted(example.roll()))).isEqualTo(expected);
        example.assertQuiet();
    }

    @Test
    @DisplayName("§16 a partition that is lowered step by step lets one after the other through")
    void partitionIsLowered() {
        Example example = Example.settled(3, rolling("partition: 3"));
        example.update("nginx:2");
        assertThat(example.roll()).isEmpty();
        for (int partition = 2; partition >= 0; partition--) {
            example.strategy("partition: " + partition);
            assertThat(deleted(example.roll())).containsExactly("web-" + partition);
        }
        assertThat(example.images()).containsOnly("nginx:2");
        example.assertQuiet();
    }

    @ParameterizedTest(name = "§5 §16 partition {0}: {1} comes back with {2}")
    @CsvSource({
        "2, web-0, nginx:1",
        "2, web-1, nginx:1",
        "2, web-2, nginx:2",
        "0, web-0, nginx:2",
        "9, web-2, nginx:1",
    })
    void partitionDecidesWhatAMemberIsMadeFrom(int partition, String pod, String image) {
        Example example = Example.settled(3, rolling("partition: " + partition));
        example.update("nginx:2");
        example.world.carryOut(example.plan());
        example.world.remove(Pod.KIND, pod);
        assertThat(example.next()).first().isEqualTo("create Pod " + pod);
        example.world.carryOut(example.plan());
        assertThat(example.image(pod)).isEqualTo(image);
        example.roll();
        example.assertQuiet();
    }

    @Test
    @DisplayName("§5 new members below the partition get the current template")
    void newMembersBelowThePartitionAreOld() {
        Example example = Example.settled(1, rolling("partition: 2"));
        example.update("nginx:2");
        example.scale(3);
        assertThat(example.roll()).containsExactly("create web-1", "create web-2");
        assertThat(List.of(example.image("web-0"), example.image("web-1"), example.image("web-2")))
                .containsExactly("nginx:1", "nginx:1", "nginx:2");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§16 a member below the partition that is long in going comes back as it was")
    void heldMemberComesBackAsItWas() {
        Example example = Example.settled(3, rolling("partition: 1"));
        example.world.edit(Pod.KIND, "web-0", tree -> Meta.finalizers(tree, List.of("a.b/c")));
        example.deleting(Pod.KIND, "web-0");
        example.update("nginx:2");
        assertThat(example.roll()).isEmpty();
        example.world.edit(Pod.KIND, "web-0", tree -> Meta.finalizers(tree, List.of()));
        assertThat(example.roll())
                .containsExactly("create web-0", "delete web-2", "create web-2", "delete web-1", "create web-1");
        assertThat(example.image("web-0")).isEqualTo("nginx:1");
        example.assertQuiet();
    }

    @ParameterizedTest(name = "§5 without parameters, {0} of the old left: {1} comes back with {2}")
    @CsvSource({"2, web-0, nginx:1", "2, web-1, nginx:1", "1, web-1, nginx:2", "2, web-2, nginx:2", "3, web-2, nginx:1"
    })
    void withoutParametersTheCountDecides(int left, String pod, String image) {
        Example example = Example.settled(3, BARE);
        example.update("nginx:2");
        example.world.carryOut(example.plan());
        example.world.editStatus(
                dev.archipelago.cluster.kinds.StatefulSet.KIND, "web", status -> status.put("currentReplicas", left));
        example.world.remove(Pod.KIND, pod);
        example.world.carryOut(example.plan());
        assertThat(example.image(pod)).isEqualTo(image);
    }

    @Test
    @DisplayName("§5 without parameters a member that is gone before anybody saw it going is made anew")
    void replacedMemberIsNotCounted() {
        Example example = Example.settled(3, BARE);
        example.update("nginx:2");
        example.world.carryOut(example.plan());
        example.world.carryOut(example.plan());
        assertThat(example.pod("web-2").isDeleting()).isTrue();
        assertThat(example.status().path("currentReplicas").asInt()).isEqualTo(2);
        example.world.remove(Pod.KIND, "web-2");
        example.world.carryOut(example.plan());
        assertThat(example.image("web-2")).isEqualTo("nginx:2");
    }

    @ParameterizedTest(name = "§5 {0} of 5 may be missing, {1} is: {2}")
    @CsvSource({
        "1, none, web-4",
        "2, none, web-4 web-3",
        "'\"40%\"', none, web-4 web-3",
        "'\"59%\"', none, web-4 web-3",
        "'\"10%\"', none, web-4",
        "9, none, web-4 web-3 web-2 web-1 web-0",
        "2, web-0, web-4",
        "1, web-0, ''",
        "2, web-4, web-4",
    })
    void asManyAsMayBeMissing(String maxUnavailable, String unready, String expected) {
        Example example = Example.settled(5, PARALLEL, rolling("maxUnavailable: " + maxUnavailable));
        if (!unready.equals("none")) {
            example.unready(unready);
        }
        example.update("nginx:2");
        example.world.carryOut(example.plan());
        assertThat(String.join(" ", deleted(example.next()))).isEqualTo(expected);
    }

    @Test
    @DisplayName("§5 those missing below the partition count, those replaced are above it")
    void partitionAndMaximumGoTogether() {
        Example example = Example.settled(5, PARALLEL, rolling("maxUnavailable: 3, partition: 3"));
        example.unready("web-0");
        example.unready("web-1");
        example.update("nginx:2");
        example.world.carryOut(example.plan());
        assertThat(deleted(example.next())).containsExactly("web-4");
    }

    @Test
    @DisplayName("§5 an ordered set restores several missing members from the first on")
    void orderedSetRestoresFromTheFirstOn() {
        Example example = Example.settled(3, rolling("maxUnavailable: 2"));
        example.update("nginx:2");
        assertThat(example.roll())
                .containsExactly(
                        "delete web-2", "delete web-1", "create web-1", "create web-2", "delete web-0", "create web-0");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§5 §16 on delete: nothing happens until somebody deletes a pod, then only to that one")
    void waitsForDeletion() {
        Example example = Example.settled(3, ON_DELETE);
        example.update("nginx:2");
        assertThat(example.roll()).isEmpty();
        example.assertQuiet();
        example.world.remove(Pod.KIND, "web-1");
        assertThat(example.roll()).containsExactly("create web-1");
        assertThat(List.of(example.image("web-0"), example.image("web-1"), example.image("web-2")))
                .containsExactly("nginx:1", "nginx:2", "nginx:1");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§5 §16 rollback in the middle: the old revision is the newest again, and only new pods are replaced")
    void rollsBackFromTheMiddle() {
        Example example = Example.settled(3, rolling("partition: 1"));
        String old = example.status().path("updateRevision").asString();
        example.update("nginx:2");
        assertThat(deleted(example.roll())).containsExactly("web-2", "web-1");
        example.update("nginx:1");
        assertThat(example.next()).containsExactly("update ControllerRevision " + old);
        assertThat(deleted(example.roll())).containsExactly("web-2", "web-1");
        assertThat(example.images()).containsOnly("nginx:1");
        assertThat(example.world.names(ControllerRevision.KIND)).hasSize(2);
        assertThat(example.world.get(ControllerRevision.KIND, old).number()).isEqualTo(3);
        assertThat(example.status().path("currentRevision").asString()).isEqualTo(old);
        example.assertQuiet();
    }

    @Test
    @DisplayName("§5 scaling comes before updating")
    void scalingComesFirst() {
        Example example = Example.settled(2);
        example.update("nginx:2");
        example.scale(3);
        assertThat(example.roll()).startsWith("create web-2", "delete web-1");
        example.update("nginx:3");
        example.scale(2);
        assertThat(example.roll()).startsWith("delete web-2", "delete web-1");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§5 what is not in the template makes no revision")
    void onlyTheTemplateMakesRevisions() {
        Example example = Example.settled(1);
        example.scale(2);
        example.strategy("partition: 1");
        example.edit(spec -> spec.put("minReadySeconds", 1).put("revisionHistoryLimit", 3));
        assertThat(example.work()).noneMatch(text -> text.contains("ControllerRevision"));
    }
}
