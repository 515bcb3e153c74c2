package dev.archipelago.cluster.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.DisruptionBudget;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.testing.TestingWorld;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisruptionPlannerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
    private static final Key BUDGET = new Key("ns", "b");
    private static final Kind<AnyObject> REPLICA_SET =
            AnyObject.kind(new GroupVersionKind("apps", "v1", "ReplicaSet"), "replicasets", true);
    private static final Kind<AnyObject> DEPLOYMENT =
            AnyObject.kind(new GroupVersionKind("apps", "v1", "Deployment"), "deployments", true);

    private final TestingWorld world = new TestingWorld();
    private final Scales scales = new Scales();
    private final Coverage coverage = new Coverage(world.caches().of(Pod.KIND));

    @BeforeEach
    void prepare() {
        for (Kind<?> kind : List.of(StatefulSet.KIND, REPLICA_SET, DEPLOYMENT)) {
            scales.add(world.caches().of(kind));
        }
        world.put(
                StatefulSet.KIND,
                "{metadata: {name: web, namespace: ns}, spec: {replicas: 5, selector: {}, template: {}}}");
    }

    private void budget(String spec, String status) {
        world.put(DisruptionBudget.KIND, """
                metadata: {name: b, namespace: ns, generation: 3}
                spec: {selector: {matchLabels: {app: web}}, %s}
                status: {%s}
                """.formatted(spec, status));
    }

    private void pod(String name, boolean ready, String more) {
        world.put(Pod.KIND, """
                metadata: {name: %s, namespace: ns, labels: {app: web}%s}
                status: {phase: Running, conditions: [{type: Ready, status: '%s'}]}
                """.formatted(name, more, ready ? "True" : "False"));
    }

    private void members(int ready, int unready, String kind) {
        String owner = ", ownerReferences: [{apiVersion: apps/v1, kind: %s, name: web, uid: web, controller: true}]"
                .formatted(kind);
        for (int i = 0; i < ready + unready; i++) {
            pod("web-" + i, i < ready, owner);
        }
    }

    private DisruptionBudget budget() {
        return world.get(DisruptionBudget.KIND, BUDGET).orElseThrow();
    }

    private Plan plan() {
        coverage.put(budget());
        return DisruptionPlanner.plan(budget(), coverage.pods(budget()), scales, NOW);
    }

    private String counts() {
        world.carryOut(plan());
        var status = budget().status();
        return "%d/%d/%d/%d"
                .formatted(
                        status.path("expectedPods").asInt(),
                        status.path("desiredHealthy").asInt(),
                        status.path("currentHealthy").asInt(),
                        status.path("disruptionsAllowed").asInt());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // expected / desired / healthy / allowed
                "minAvailable: 3       | 5 | 0 | 5/3/5/2",
                "minAvailable: 3       | 3 | 2 | 5/3/3/0",
                "minAvailable: 3       | 2 | 1 | 3/3/2/0",
                "minAvailable: 50%     | 5 | 0 | 5/3/5/2",
                "minAvailable: 100%    | 5 | 0 | 5/5/5/0",
                "minAvailable: 0       | 0 | 0 | 0/0/0/0",
                "maxUnavailable: 1     | 5 | 0 | 5/4/5/1",
                "maxUnavailable: 1     | 4 | 0 | 5/4/4/0",
                "maxUnavailable: 30%   | 5 | 0 | 5/3/5/2",
                "maxUnavailable: 100%  | 1 | 4 | 5/0/1/1",
                "maxUnavailable: 9     | 5 | 0 | 5/0/5/5",
            })
    void counts(String spec, int ready, int unready, String counts) {
        members(ready, unready, "StatefulSet");
        budget(spec, "");
        assertThat(counts()).isEqualTo(counts);
        assertThat(budget().status().path("observedGeneration").asInt()).isEqualTo(3);
        boolean allowed = !counts.endsWith("/0");
        var condition = Conditions.find(budget().status(), "DisruptionAllowed");
        assertThat(condition.path("status").asString()).isEqualTo(allowed ? "True" : "False");
        assertThat(condition.path("reason").asString()).isEqualTo(allowed ? "SufficientPods" : "InsufficientPods");
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void theScaleOfADeploymentCountsForItsReplicaSets() {
        world.put(DEPLOYMENT, "{metadata: {name: d, namespace: ns}, spec: {replicas: 8}}");
        world.put(REPLICA_SET, """
                metadata: {name: web, namespace: ns, ownerReferences: [
                  {apiVersion: apps/v1, kind: Deployment, name: d, uid: d, controller: true}]}
                spec: {replicas: 3}
                """);
        members(3, 0, "ReplicaSet");
        budget("maxUnavailable: 1", "");
        assertThat(counts()).isEqualTo("8/7/3/0");
    }

    @Test
    void whatCannotBeCountedMustNotBeDisrupted() {
        members(3, 0, "Thing");
        budget("maxUnavailable: 1", "disruptionsAllowed: 2");
        assertThat(counts()).endsWith("/0");
        assertThat(Conditions.find(budget().status(), "DisruptionAllowed")
                        .path("reason")
                        .asString())
                .isEqualTo("SyncFailed");
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void podsThatGoOrAreAboutToAreNotHealthy() {
        members(5, 0, "StatefulSet");
        pod("web-4", true, ", deletionTimestamp: '2026-01-01T00:00:00Z'");
        budget("minAvailable: 2", "disruptedPods: {web-3: '2026-01-01T00:09:00Z', gone: '2026-01-01T00:09:00Z'}");
        Plan plan = plan();
        assertThat(plan.lookAgain()).contains(Instant.parse("2026-01-01T00:11:00Z"));
        assertThat(counts()).isEqualTo("5/2/3/1");
        assertThat(budget().status().path("disruptedPods").toString())
                .isEqualTo("{\"web-3\":\"2026-01-01T00:09:00Z\"}");
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void aPodThatWasEvictedAndDidNotGoCountsAgainAfterTwoMinutes() {
        members(5, 0, "StatefulSet");
        budget("minAvailable: 2", "disruptedPods: {web-3: '2026-01-01T00:08:00Z'}");
        assertThat(plan().steps()).anyMatch(Step.Say.class::isInstance);
        assertThat(counts()).isEqualTo("5/2/5/3");
        assertThat(budget().status().has("disruptedPods")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T00:09:50Z, 2026-01-01T00:09:49Z, 5/2/4/2",
        "2026-01-01T00:09:50Z, 2026-01-01T00:09:51Z, 5/2/5/3",
        "2026-01-01T00:09:50Z, 2026-01-01T00:09:50Z, 5/2/5/3",
        "2026-01-01T00:09:58Z, 2026-01-01T00:09:58Z, 5/2/4/2",
    })
    void theNextPodOfTheSameNameIsNotTheOneThatWasEvicted(String evicted, String created, String counts) {
        members(5, 0, "StatefulSet");
        pod("web-3", true, ", creationTimestamp: '" + created + "'");
        budget("minAvailable: 2", "disruptedPods: {web-3: '" + evicted + "'}");
        assertThat(counts()).isEqualTo(counts);
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void podsWithoutAControllerCountOnlyByNumber() {
        pod("alone", true, "");
        budget("minAvailable: 1", "");
        assertThat(counts()).isEqualTo("1/1/1/0");
        budget("maxUnavailable: 1", "");
        assertThat(counts()).isEqualTo("0/0/1/0");
    }
}
