package dev.archipelago.federation.status;

import static dev.archipelago.federation.testing.TestingObjects.template;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Waits;
import dev.archipelago.federation.match.Template;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TemplateStatusTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Waits NO_WAITS = Waits.in(tree("{}"));
    private static final String ALL_WELL = "{replicas: 2, readyReplicas: 2, updatedReplicas: 2, currentReplicas: 2}";

    private static InCluster in(String cluster, String status) {
        return new InCluster(
                cluster, true, Optional.of(tree("{status: %s}".formatted(status))), InCluster.NOTHING, true, "");
    }

    private static InCluster old(InCluster in) {
        return new InCluster(in.cluster(), true, in.object(), InCluster.NOTHING, false, "");
    }

    private static InCluster away(InCluster in) {
        return new InCluster(
                in.cluster(),
                false,
                in.object(),
                InCluster.NOTHING,
                in.current(),
                "cluster " + in.cluster() + " cannot be reached");
    }

    private static Template set(int replicas, String status) {
        return template(
                "apps/v1 StatefulSet",
                "{metadata: {generation: 7}, spec: {replicas: %d}, status: %s}".formatted(replicas, status));
    }

    private static ObjectNode status(Template template, InCluster... clusters) {
        return TemplateStatus.of(template, "r2", List.of(clusters), NO_WAITS, NOW)
                .orElseThrow();
    }

    private static String complete(JsonNode status) {
        JsonNode condition = Conditions.find(status, TemplateStatus.COMPLETE);
        return "%s %s: %s"
                .formatted(
                        condition.path("status").asString(""),
                        condition.path("reason").asString(""),
                        condition.path("message").asString(""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apps/v1 StatefulSet | replicas readyReplicas currentReplicas availableReplicas updatedReplicas",
                "apps/v1 Deployment | replicas readyReplicas availableReplicas updatedReplicas unavailableReplicas",
                "apps/v1 ReplicaSet | replicas readyReplicas availableReplicas fullyLabeledReplicas",
                "apps/v1 DaemonSet | currentNumberScheduled desiredNumberScheduled numberReady numberAvailable"
                        + " numberUnavailable numberMisscheduled updatedNumberScheduled",
            })
    void sumsUpWhatIsInClusters(String kind, String fields) {
        Template template = template(kind, "{metadata: {generation: 7}}");
        String counts = fields.replace(" ", ": %1$d, ") + ": %1$d";
        ObjectNode status = status(
                template,
                in("c1", "{%s}".formatted(counts.formatted(2))),
                in("c2", "{%s}".formatted(counts.formatted(3))));
        for (String field : fields.split(" ")) {
            assertThat(status.path(field).asInt()).as(field).isEqualTo(5);
        }
        assertThat(status.path("observedGeneration").asInt()).isEqualTo(7);
    }

    @Test
    void countsThatWentToNothingAreLeftOut() {
        Template template = template("apps/v1 Deployment", "{status: {replicas: 3, readyReplicas: 3, theirs: x}}");
        ObjectNode status = status(template, in("c1", "{replicas: 1}"));
        assertThat(status.path("replicas").asInt()).isEqualTo(1);
        assertThat(status.has("readyReplicas")).isFalse();
        assertThat(status.path("theirs").asString()).isEqualTo("x");
    }

    @Test
    void aClusterThatCannotBeReachedAddsNothingAndIsNamed() {
        ObjectNode status = status(set(4, "{}"), in("c1", ALL_WELL), away(in("c2", ALL_WELL)));
        assertThat(status.path("readyReplicas").asInt()).isEqualTo(2);
        assertThat(status.path("replicas").asInt()).isEqualTo(2);
        assertThat(complete(status))
                .isEqualTo("False ClusterTrouble: 2 of 4 replicas ready: cluster c2 cannot be reached");
    }

    @Test
    void saysWhetherAllClustersDoWhatTheyAreToDo() {
        assertThat(complete(status(set(4, "{}"), in("c1", ALL_WELL), in("c2", ALL_WELL))))
                .isEqualTo("True AllReady: 4 of 4 replicas ready");
        assertThat(complete(status(set(5, "{}"), in("c1", ALL_WELL), in("c2", ALL_WELL))))
                .isEqualTo("False Progressing: 4 of 5 replicas ready");
        assertThat(complete(status(set(0, "{}")))).isEqualTo("True AllReady: 0 of 0 replicas ready");
    }

    @Test
    void saysWhatIsWaitedForAndSinceWhenAsLongAsSomethingIs() {
        Waits waits = Waits.in(tree("{aggregatedStatus: ["
                + "{clusterName: c1, waitsFor: {reason: ClusterUnreachable, cluster: c3, message: c3 is away, since: B}},"
                + "{clusterName: c2, waitsFor: {reason: ClusterUnreachable, cluster: c3, message: c3 is away, since: A}},"
                + "{clusterName: c3, appliedMessage: it is away, waitsFor: {reason: ClusterUnreachable, cluster: c3,"
                + " message: it is away, since: A}}]}"));
        ObjectNode status = TemplateStatus.of(
                        set(4, "{}"), "r2", List.of(in("c1", ALL_WELL), in("c2", ALL_WELL)), waits, NOW)
                .orElseThrow();
        JsonNode condition = Conditions.find(status, "Waiting");
        assertThat(condition.path("status").asString()).isEqualTo("True");
        assertThat(condition.path("reason").asString()).isEqualTo("ClusterUnreachable");
        assertThat(condition.path("message").asString()).isEqualTo("c1, c2: c3 is away (since A)");
        assertThat(complete(status)).startsWith("False Waiting: 4 of 4 replicas ready");

        ObjectNode over = status(set(4, status.toString()), in("c1", ALL_WELL), in("c2", ALL_WELL));
        assertThat(Conditions.find(over, "Waiting").isMissingNode()).isTrue();
        assertThat(complete(over)).startsWith("True");
    }

    @Test
    void aSetHasANewRevisionOnceAllClustersHaveIt() {
        String before = "{currentRevision: web-r1, updateRevision: web-r1}";
        ObjectNode halfway = status(set(4, before), in("c1", ALL_WELL), old(in("c2", ALL_WELL)));
        assertThat(halfway.path("currentRevision").asString()).isEqualTo("web-r1");
        assertThat(halfway.path("updateRevision").asString()).isEqualTo("web-r2");
        assertThat(halfway.path("updatedReplicas").asInt()).isEqualTo(2);
        ObjectNode restarting =
                status(set(4, before), in("c1", ALL_WELL), in("c2", "{replicas: 2, updatedReplicas: 1}"));
        assertThat(restarting.path("currentRevision").asString()).isEqualTo("web-r1");
        ObjectNode done = status(set(4, before), in("c1", ALL_WELL), in("c2", ALL_WELL));
        assertThat(done.path("currentRevision").asString()).isEqualTo("web-r2");
        assertThat(done.path("updatedReplicas").asInt()).isEqualTo(4);
    }

    @Test
    void theFirstRevisionIsCurrentAtOnce() {
        assertThat(status(set(4, "{}"), in("c1", "{}")).path("currentRevision").asString())
                .isEqualTo("web-r2");
    }

    @Test
    void aServiceHasTheLoadBalancersOfAllClusters() {
        Template service = template("v1 Service", "{}");
        assertThat(status(
                        service,
                        in("c1", "{loadBalancer: {ingress: [{ip: 1.1.1.1}]}}"),
                        in("c2", "{}"),
                        in("c3", "{loadBalancer: {ingress: [{ip: 3.3.3.3}]}}")))
                .hasToString("{\"loadBalancer\":{\"ingress\":[{\"ip\":\"1.1.1.1\"},{\"ip\":\"3.3.3.3\"}]}}");
        assertThat(status(service, in("c1", "{}"))).hasToString("{\"loadBalancer\":{}}");
    }

    @Test
    void whatHasNoStatusOfItsOwnGetsNone() {
        assertThat(TemplateStatus.of(template("v1 ConfigMap", "{}"), "", List.of(), NO_WAITS, NOW))
                .isEmpty();
    }
}
