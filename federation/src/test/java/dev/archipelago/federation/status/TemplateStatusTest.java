package dev.archipelago.federation.status;

import static dev.archipelago.federation.testing.TestingObjects.template;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.kinds.Waits;
import dev.archipelago.federation.workload.InCluster;
import dev.archipelago.federation.workload.Sum;
import dev.archipelago.federation.workload.Template;
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
        return TemplateStatus.of(template, RolloutRecord.NONE, true, List.of(clusters), NO_WAITS, NOW)
                .orElseThrow();
    }

    private static String complete(JsonNode status) {
        JsonNode condition = Conditions.find(status, Sum.COMPLETE);
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

    @ParameterizedTest
    @CsvSource({"apps/v1 Deployment, updatedReplicas", "apps/v1 StatefulSet, replicas", "batch/v1 Job, succeeded"})
    void sumsThatNoFieldCanHoldAreTheMostItCan(String kind, String field) {
        String counts = "{%s: 2147483647}".formatted(field);
        ObjectNode status =
                status(template(kind, "{metadata: {generation: 7}, spec: {}}"), in("c1", counts), in("c2", counts));
        assertThat(status.path(field).asLong()).isEqualTo(Integer.MAX_VALUE);
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
                        set(4, "{}"),
                        RolloutRecord.NONE,
                        true,
                        List.of(in("c1", ALL_WELL), in("c2", ALL_WELL)),
                        waits,
                        NOW)
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

    private static ObjectNode status(RolloutRecord rollout, boolean isObserved, InCluster... clusters) {
        return TemplateStatus.of(
                        set(4, "{observedGeneration: 6}"), rollout, isObserved, List.of(clusters), NO_WAITS, NOW)
                .orElseThrow();
    }

    @Test
    void aSetHasANewRevisionOnceAllClustersHaveIt() {
        RolloutRecord.Revision one = new RolloutRecord.Revision(1, "web-r1");
        RolloutRecord.Revision two = new RolloutRecord.Revision(2, "web-r2");
        ObjectNode halfway =
                status(new RolloutRecord(two, one, List.of()), true, in("c1", ALL_WELL), old(in("c2", ALL_WELL)));
        assertThat(halfway.path("currentRevision").asString()).isEqualTo("web-r1");
        assertThat(halfway.path("updateRevision").asString()).isEqualTo("web-r2");
        assertThat(halfway.path("updatedReplicas").asInt()).isEqualTo(2);
        ObjectNode done = status(new RolloutRecord(two, two, List.of()), true, in("c1", ALL_WELL), in("c2", ALL_WELL));
        assertThat(done.path("currentRevision").asString()).isEqualTo("web-r2");
        assertThat(done.path("updatedReplicas").asInt()).isEqualTo(4);
        ObjectNode first = status(new RolloutRecord(one, RolloutRecord.Revision.NONE, List.of()), true, in("c1", "{}"));
        assertThat(first.path("currentRevision").asString()).isEqualTo("web-r1");
    }

    @Test
    void aNewTemplateIsObservedWhenItsRolloutIsDecided() {
        assertThat(status(RolloutRecord.NONE, false, in("c1", ALL_WELL))
                        .path("observedGeneration")
                        .asInt())
                .isEqualTo(6);
        assertThat(status(RolloutRecord.NONE, true, in("c1", ALL_WELL))
                        .path("observedGeneration")
                        .asInt())
                .isEqualTo(7);
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

    private static String condition(JsonNode status, String type) {
        JsonNode condition = Conditions.find(status, type);
        return condition.path("status").asString("")
                + ' '
                + condition.path("reason").asString("");
    }

    @Test
    void aJobIsCompleteWhenItIsInAllClusters() {
        String done = "{succeeded: %d, startTime: '%s', completionTime: '%s', conditions: [{type: Complete, status:"
                + " 'True'}]}";
        InCluster first = in("c1", done.formatted(2, "2026-01-01T00:00:02Z", "2026-01-01T00:00:09Z"));
        Template job = template("batch/v1 Job", "{spec: {completions: 3}}");
        ObjectNode running = status(job, first, in("c2", "{active: 1, startTime: '2026-01-01T00:00:01Z'}"));
        assertThat(running.path("active").asInt()).isEqualTo(1);
        assertThat(running.path("succeeded").asInt()).isEqualTo(2);
        assertThat(running.path("startTime").asString()).isEqualTo("2026-01-01T00:00:01Z");
        assertThat(running.has("completionTime")).isFalse();
        assertThat(condition(running, "Complete")).isBlank();

        InCluster second = in("c2", done.formatted(1, "2026-01-01T00:00:01Z", "2026-01-01T00:00:07Z"));
        // Completed work counts, whether the cluster is reachable or not.
        ObjectNode complete = status(job, away(first), second);
        assertThat(complete.path("succeeded").asInt()).isEqualTo(3);
        assertThat(complete.path("completionTime").asString()).isEqualTo("2026-01-01T00:00:09Z");
        assertThat(condition(complete, "Complete")).isEqualTo("True CompletionsReached");

        Template over = template("batch/v1 Job", "{spec: {completions: 3}, status: %s}".formatted(complete));
        assertThat(status(over, in("c1", "{}"))).isEqualTo(complete);
    }

    @Test
    void aJobHasFailedWhenItHasInOneClusterAndIsOverInAll() {
        Template job = template("batch/v1 Job", "{}");
        InCluster failed = in("c1", "{failed: 1, conditions: [{type: Failed, status: 'True', message: too many}]}");
        assertThat(condition(status(job, failed, in("c2", "{active: 1}")), "Failed"))
                .isBlank();
        ObjectNode over = status(job, failed, in("c2", "{conditions: [{type: Complete, status: 'True'}]}"));
        assertThat(condition(over, "Failed")).isEqualTo("True JobFailed");
        assertThat(Conditions.find(over, "Failed").path("message").asString()).isEqualTo("Job failed in c1: too many");
        assertThat(condition(over, "Complete")).isBlank();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 2 2 2 | True MinimumReplicasAvailable | True NewReplicaSetAvailable",
                "'' | 2 1 2 | True MinimumReplicasAvailable | True ReplicaSetUpdated",
                "'' | 2 2 0 | False MinimumReplicasUnavailable | True ReplicaSetUpdated",
                "ProgressDeadlineExceeded | 2 2 0 | False MinimumReplicasUnavailable | False ProgressDeadlineExceeded",
            })
    void aDeploymentSaysWhetherItIsAvailableAndGetsOn(String stuck, String counts, String available, String progress) {
        List<String> numbers = List.of(counts.split(" "));
        ObjectNode status = status(
                template(
                        "apps/v1 Deployment",
                        "{spec: {replicas: 4, selector: {matchLabels: {a: b}}, strategy: {rollingUpdate:"
                                + " {maxUnavailable: 1, maxSurge: 1}}}}"),
                in("c1", "{replicas: 2, updatedReplicas: 2, availableReplicas: 2, readyReplicas: 2}"),
                in(
                        "c2",
                        "{replicas: %s, updatedReplicas: %s, availableReplicas: %s, conditions: [{type: Progressing,"
                                        .formatted(numbers.toArray())
                                + " status: 'False', reason: '" + stuck + "'}]}"));
        assertThat(condition(status, "Available")).isEqualTo(available);
        assertThat(condition(status, "Progressing")).isEqualTo(progress);
    }

    @Test
    void podsOfAnOlderTemplateDoNotCountAsUpdated() {
        Template deployment = template("apps/v1 Deployment", "{spec: {replicas: 2, selector: {matchLabels: {a: b}}}}");
        InCluster unobserved = new InCluster(
                "c1",
                true,
                Optional.of(tree("{metadata: {generation: 2}, status: {observedGeneration: 1, updatedReplicas: 2}}")),
                InCluster.NOTHING,
                true,
                "");
        assertThat(status(deployment, unobserved).path("updatedReplicas").asInt())
                .isZero();
        assertThat(status(deployment, old(in("c1", "{updatedReplicas: 2}")))
                        .path("updatedReplicas")
                        .asInt())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v1 Pod | {phase: Running} | {phase: Pending} | {phase: Pending}",
                "v1 Pod | {phase: Running} | {phase: Failed} | {phase: Failed}",
                "v1 PersistentVolumeClaim | {phase: Bound} | {phase: Bound} | {phase: Bound}",
                "v1 PersistentVolumeClaim | {phase: Bound} | {} | {phase: Pending}",
                "policy/v1 PodDisruptionBudget | {currentHealthy: 1, disruptionsAllowed: 1} | {currentHealthy: 2}"
                        + " | {currentHealthy: 3, disruptionsAllowed: 1, desiredHealthy: 0, expectedPods: 0}",
                "batch/v1 CronJob | {active: [{name: a}], lastScheduleTime: '1'} | {lastScheduleTime: '2'}"
                        + " | {active: [{name: a}], lastScheduleTime: '2'}",
                "networking.k8s.io/v1 Ingress | {loadBalancer: {ingress: [{ip: 1.1.1.1}]}} | {}"
                        + " | {loadBalancer: {ingress: [{ip: 1.1.1.1}]}}",
            })
    void otherKindsAddUpToo(String kind, String first, String second, String expected) {
        ObjectNode status = status(template(kind, "{}"), in("c1", first), in("c2", second));
        tree(expected)
                .properties()
                .forEach(field -> assertThat(status.path(field.getKey()))
                        .as(field.getKey())
                        .hasToString(field.getValue().toString()));
    }

    @Test
    void whatHasNoStatusOfItsOwnGetsNone() {
        assertThat(TemplateStatus.of(
                        template("v1 ConfigMap", "{}"), RolloutRecord.NONE, true, List.of(), NO_WAITS, NOW))
                .isEmpty();
    }
}
