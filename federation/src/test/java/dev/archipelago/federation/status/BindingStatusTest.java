package dev.archipelago.federation.status;

import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.workload.InCluster;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class BindingStatusTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static Binding binding(String annotations) {
        return read(
                Binding.KIND,
                "{metadata: {name: web-deployment, namespace: shop, generation: 4, annotations: %s},"
                                .formatted(annotations)
                        + " spec: {resource: {apiVersion: apps/v1, kind: Deployment, name: web}},"
                        + " status: {theirs: x}}");
    }

    private static ObjectNode status(InCluster... clusters) {
        return BindingStatus.of(binding("{}"), List.of(clusters), List.of(), NOW);
    }

    private static String condition(JsonNode status, String type) {
        JsonNode condition = Conditions.find(status, type);
        return condition.isMissingNode()
                ? ""
                : condition.path("status").asString("")
                        + ' '
                        + condition.path("message").asString("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // reachable | its object | problem | its status entry
                "true | {spec: {replicas: 2}, status: {readyReplicas: 2, x: y}} | ''"
                        + " | {clusterName: c1, applied: true, health: Healthy, status: {readyReplicas: 2}}",
                "true | {spec: {replicas: 2}, status: {readyReplicas: 1}} | ''"
                        + " | {clusterName: c1, applied: true, health: Unhealthy, status: {readyReplicas: 1}}",
                "true | {data: {a: b}} | '' | {clusterName: c1, applied: true, health: Healthy}",
                "true | '' | '' | {clusterName: c1, applied: false, health: Unknown}",
                "true | '' | no room"
                        + " | {clusterName: c1, applied: false, appliedMessage: no room, health: Unknown, waitsFor: {reason: SyncFailed,"
                        + " message: no room, since: '2026-01-01T00:00:00Z'}}",
                // The last known status is kept.
                "false | {spec: {replicas: 2}, status: {readyReplicas: 2}} | away | {clusterName: c1, applied: false,"
                        + " appliedMessage: away, health: Unknown, status: {readyReplicas: 2}, waitsFor: {reason: ClusterUnreachable,"
                        + " cluster: c1, message: away, since: '2026-01-01T00:00:00Z'}}",
            })
    void tellsHowItIsInEachCluster(boolean reachable, String object, String problem, String expected) {
        Optional<JsonNode> found = object.isEmpty() ? Optional.empty() : Optional.of(tree(object));
        ObjectNode status = status(new InCluster("c1", reachable, found, InCluster.NOTHING, true, problem));
        assertThat(status.path("aggregatedStatus")).hasToString("[" + tree(expected) + "]");
        assertThat(status.path("schedulerObservedGeneration").asInt()).isEqualTo(4);
        assertThat(status.path("theirs").asString()).isEqualTo("x");
    }

    @Test
    void isFullyAppliedWhenAllClustersHaveIt() {
        InCluster has = new InCluster("c1", true, Optional.of(tree("{}")), InCluster.NOTHING, true, "");
        InCluster hasNot = new InCluster("c2", true, Optional.empty(), InCluster.NOTHING, true, "");
        InCluster fails =
                new InCluster("c3", true, Optional.of(tree("{}")), InCluster.NOTHING, true, "cluster c3: no room");
        assertThat(condition(status(has), "FullyApplied")).isEqualTo("True all clusters have it as it is to be");
        assertThat(condition(status(has, hasNot, fails), "FullyApplied"))
                .isEqualTo("False c2 does not have it yet; cluster c3: no room");
    }

    private static InCluster waiting(String message) {
        return new InCluster(
                "c1",
                true,
                Optional.of(tree("{}")),
                InCluster.NOTHING,
                true,
                "",
                new Wait("ClusterProgressing", "c2", message));
    }

    @Test
    void tellsWhatIsWaitedForAndSinceWhenThatIsSo() {
        ObjectNode first = status(waiting("c2 has 1 of 3"));
        assertThat(condition(first, "FullyApplied")).isEqualTo("False c1: c2 has 1 of 3");

        Binding known = read(Binding.KIND, binding("{}").tree().set("status", first));
        ObjectNode later = BindingStatus.of(known, List.of(waiting("c2 has 2 of 3")), List.of(), NOW.plusSeconds(9));
        assertThat(later.path("aggregatedStatus").path(0).path("waitsFor"))
                .isEqualTo(tree("{reason: ClusterProgressing, cluster: c2, message: c2 has 2 of 3,"
                        + " since: '2026-01-01T00:00:00Z'}"));

        InCluster other = new InCluster(
                "c1", true, Optional.of(tree("{}")), InCluster.NOTHING, true, "", new Wait("Suspended", "", "m"));
        ObjectNode changed = BindingStatus.of(known, List.of(other), List.of(), NOW.plusSeconds(9));
        assertThat(changed.path("aggregatedStatus")
                        .path(0)
                        .path("waitsFor")
                        .path("since")
                        .asString())
                .isEqualTo("2026-01-01T00:00:09Z");
    }

    @Test
    void saysWhetherAPlaceWasFound() {
        assertThat(condition(status(), "Scheduled")).startsWith("True ");
        Binding nowhere =
                binding("{archipelago.dev/placement-reasons: '{\"c1\":\"is tainted\",\"\":\"no cluster fits\"}'}");
        assertThat(condition(BindingStatus.of(nowhere, List.of(), List.of(), NOW), "Scheduled"))
                .isEqualTo("False no cluster fits");
    }

    @Test
    void saysWhichGroupOfClustersWasChosen() {
        assertThat(status().has("schedulerObservingAffinityName")).isFalse();
        Binding second = binding("{archipelago.dev/affinity-group: second}");
        assertThat(BindingStatus.of(second, List.of(), List.of(), NOW)
                        .path("schedulerObservingAffinityName")
                        .asString())
                .isEqualTo("second");
    }

    @Test
    void saysWhatKeepsItFromGoing() {
        assertThat(condition(status(), "Deleted")).isEmpty();
        assertThat(condition(BindingStatus.of(binding("{}"), List.of(), List.of("c1", "c2"), NOW), "Deleted"))
                .startsWith("False still in c1, c2; annotate with archipelago.dev/abandoned-clusters");
    }
}
