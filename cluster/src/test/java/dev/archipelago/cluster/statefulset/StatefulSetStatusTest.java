package dev.archipelago.cluster.statefulset;

import static dev.archipelago.cluster.statefulset.Example.rolling;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.testing.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Section 7 of the facts on StatefulSets: status.
class StatefulSetStatusTest {

    /// The counts of all, ready, available, current and updated pods.
    private static String counts(JsonNode status) {
        List<String> counts = new ArrayList<>();
        for (String kind : List.of("replicas", "readyReplicas", "availableReplicas", "currentReplicas")) {
            counts.add(Integer.toString(status.path(kind).asInt(0)));
        }
        counts.add(Integer.toString(status.path("updatedReplicas").asInt(0)));
        return String.join(" ", counts);
    }

    @Test
    @DisplayName("§7 a set that is well says so in full, and only once")
    void wholeStatus() {
        Example example = Example.settled(2);
        String revision = PodIdentity.revision(example.pod("web-0"));
        assertThat(example.status()).isEqualTo(World.yaml("""
                {observedGeneration: 1, replicas: 2, readyReplicas: 2, availableReplicas: 2, currentReplicas: 2,
                 updatedReplicas: 2, currentRevision: %s, updateRevision: %s, collisionCount: 0}
                """.formatted(revision, revision)));
        example.assertQuiet();
    }

    @Test
    @DisplayName("§7 counts of nothing are left out, but for replicas and availableReplicas")
    void zeroesAreLeftOut() {
        Example example = Example.settled(0);
        List<String> fields = new ArrayList<>();
        example.status().properties().forEach(field -> fields.add(field.getKey()));
        assertThat(fields)
                .containsExactlyInAnyOrder(
                        "observedGeneration",
                        "replicas",
                        "availableReplicas",
                        "collisionCount",
                        "currentRevision",
                        "updateRevision");
    }

    @ParameterizedTest(name = "§7 {0}: {1}")
    @CsvSource({
        "nothing, 3 3 3 3 3",
        "unready, 3 2 2 3 3",
        "pending, 3 2 2 3 3",
        "going, 3 3 3 2 2",
        "failed, 3 2 2 3 3",
        "without a phase, 2 2 2 2 2",
        "of another revision, 3 3 3 2 2",
        "condemned, 3 3 3 3 3",
    })
    void podsAreCounted(String what, String counts) {
        Example example = Example.settled(3);
        switch (what) {
            case "unready" -> example.unready("web-2");
            case "pending" -> example.phase("web-2", "Pending");
            case "going" -> example.deleting(Pod.KIND, "web-2");
            case "failed" -> example.phase("web-2", "Failed");
            case "without a phase" -> example.world.editStatus(Pod.KIND, "web-2", status -> status.removeAll());
            case "of another revision" -> {
                example.label(Pod.KIND, "web-2", PodIdentity.REVISION_LABEL, "web-other");
                // Not to be replaced, only counted.
                example.strategy("partition: 3");
            }
            case "condemned" -> example.scale(2);
            default -> {}
        }
        example.world.carryOut(example.plan());
        assertThat(counts(example.status())).isEqualTo(counts);
    }

    @Test
    @DisplayName("§7 a pod that is just being made counts from the next time on")
    void newPodsCountLater() {
        Example example = Example.of(1);
        example.world.carryOut(example.plan());
        example.world.carryOut(example.plan());
        assertThat(example.world.names(Pod.KIND)).containsExactly("web-0");
        assertThat(counts(example.status())).isEqualTo("0 0 0 0 0");
        example.work();
        assertThat(counts(example.status())).isEqualTo("1 0 0 1 1");
    }

    @Test
    @DisplayName("§7 the generation that is described is the one that was looked at")
    void generationIsObserved() {
        Example example = Example.settled(1);
        example.edit(spec -> spec.put("revisionHistoryLimit", 5));
        assertThat(example.plan().actions()).hasSize(1);
        example.work();
        assertThat(example.status().path("observedGeneration").asLong())
                .isEqualTo(example.set().meta().generation())
                .isEqualTo(2);
        example.assertQuiet();
    }

    @Test
    @DisplayName("§7 §16 available ones lag behind ready ones")
    void availabilityLags() {
        Example example = Example.of(1, "minReadySeconds: 10");
        example.roll();
        assertThat(counts(example.status())).isEqualTo("1 1 0 1 1");
        example.assertQuiet();
        example.world.pass(Duration.ofSeconds(10));
        example.work();
        assertThat(counts(example.status())).isEqualTo("1 1 1 1 1");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§7 §16 in an update the revision changes first, then the counts, and at last the current one")
    void updateIsToldStepByStep() {
        Example example = Example.settled(3);
        String old = example.status().path("currentRevision").asString();
        List<String> lines = new ArrayList<>();
        example.world.watch(() -> {
            JsonNode status = example.status();
            String revision = status.path("updateRevision").asString();
            String line = (revision.equals(old) ? "old " : "new ")
                    + status.path("updatedReplicas").asInt(0)
                    + (status.path("currentRevision").asString().equals(old) ? " from old" : " from new");
            if (lines.isEmpty() || !lines.getLast().equals(line)) {
                lines.add(line);
            }
        });
        example.update("nginx:2");
        example.roll();
        assertThat(lines)
                .containsExactly(
                        "old 3 from old",
                        "new 0 from old",
                        "new 1 from old",
                        "new 2 from old",
                        "new 3 from old",
                        "new 3 from new");
        assertThat(counts(example.status())).isEqualTo("3 3 3 3 3");
    }

    @ParameterizedTest(name = "§7 all updated, {0}: the current revision is the {1} one")
    @CsvSource({
        "'type: RollingUpdate, rollingUpdate: {partition: 0}', new",
        "type: RollingUpdate, new",
        "type: OnDelete, old"
    })
    void completionMovesTheCurrentRevision(String strategy, String expected) {
        Example example = Example.settled(2, "updateStrategy: {" + strategy + "}");
        String old = example.status().path("currentRevision").asString();
        example.update("nginx:2");
        example.roll();
        if (expected.equals("old")) {
            for (String pod : List.of("web-0", "web-1")) {
                example.world.remove(Pod.KIND, pod);
                example.roll();
            }
        }
        assertThat(example.images()).containsOnly("nginx:2");
        assertThat(example.status().path("updatedReplicas").asInt()).isEqualTo(2);
        assertThat(example.status().path("currentRevision").asString().equals(old))
                .isEqualTo(expected.equals("old"));
        example.assertQuiet();
    }

    @Test
    @DisplayName("§7 as long as a pod is old the current revision stays")
    void partitionKeepsTheCurrentRevision() {
        Example example = Example.settled(3, rolling("partition: 1"));
        example.update("nginx:2");
        example.roll();
        assertThat(counts(example.status())).isEqualTo("3 3 3 1 2");
        assertThat(example.status().path("currentRevision"))
                .isNotEqualTo(example.status().path("updateRevision"));
        example.assertQuiet();
    }

    @Test
    @DisplayName("§7 conditions of others are kept, as Kubernetes does from 1.37 on")
    void conditionsOfOthersAreKept() {
        Example example = Example.settled(1);
        example.world.editStatus(
                StatefulSet.KIND,
                "web",
                status -> status.putArray("conditions").addObject().put("type", "Mine"));
        example.assertQuiet();
        example.scale(0);
        example.roll();
        assertThat(example.status().path("conditions").path(0).path("type").asString())
                .isEqualTo("Mine");
    }
}
