package dev.archipelago.cluster.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.quota.Counted;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ResourceQuota;
import dev.archipelago.cluster.testing.TestingWorld;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaPlannerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Kind<AnyObject> SERVICE =
            AnyObject.kind(new GroupVersionKind("", "v1", "Service"), "services", true);
    private static final Kind<AnyObject> SET =
            AnyObject.kind(new GroupVersionKind("apps", "v1", "StatefulSet"), "statefulsets", true);
    private static final Key QUOTA = new Key("ns", "q");

    private final TestingWorld world = new TestingWorld();
    private final Measures measures = new Measures();

    @BeforeEach
    void fill() {
        world.put(Pod.KIND, """
                metadata: {name: a, namespace: ns}
                spec:
                  overhead: {cpu: 10m}
                  containers:
                  - {name: x, resources: {requests: {cpu: 500m, memory: 1Gi}, limits: {cpu: '1'}}}
                  - {name: y, resources: {requests: {cpu: '1'}}}
                  initContainers:
                  - {name: i, resources: {requests: {memory: 3Gi}}}
                """);
        world.put(
                Pod.KIND,
                "{metadata: {name: b, namespace: ns}, spec: {activeDeadlineSeconds: 5, priorityClassName: high}}");
        world.put(Pod.KIND, "{metadata: {name: over, namespace: ns}, status: {phase: Succeeded}}");
        world.put(Pod.KIND, "{metadata: {name: foreign, namespace: other}}");
        world.put(Claim.KIND, """
                metadata: {name: c, namespace: ns}
                spec: {storageClassName: fast, resources: {requests: {storage: 5Gi}}}
                """);
        world.put(
                SERVICE,
                "{metadata: {name: s, namespace: ns}, spec: {type: LoadBalancer, ports: [{port: 1}, {port: 2}]}}");
        world.put(SET, "{metadata: {name: w, namespace: ns}}");
    }

    private Plan plan() {
        Map<Counted, Kind<?>> kinds = Map.of(
                new Counted("", "pods"),
                Pod.KIND,
                new Counted("", "persistentvolumeclaims"),
                Claim.KIND,
                new Counted("", "services"),
                SERVICE,
                new Counted("apps", "statefulsets"),
                SET);
        return new QuotaPlanner(
                        counted -> kinds.containsKey(counted)
                                ? world.caches().of(kinds.get(counted)).in("ns")
                                : List.of(),
                        measures)
                .plan(world.get(ResourceQuota.KIND, QUOTA).orElseThrow(), NOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pods                                                   | ''                        | 2",
                "count/pods                                             | ''                        | 3",
                "cpu                                                    | ''                        | 1510m",
                "requests.cpu                                           | ''                        | 1510m",
                "requests.memory                                        | ''                        | 3Gi",
                "limits.cpu                                             | ''                        | 1010m",
                "limits.memory                                          | ''                        | 0",
                "persistentvolumeclaims                                 | ''                        | 1",
                "requests.storage                                       | ''                        | 5Gi",
                "fast.storageclass.storage.k8s.io/requests.storage      | ''                        | 5Gi",
                "slow.storageclass.storage.k8s.io/requests.storage      | ''                        | 0",
                "services                                               | ''                        | 1",
                "services.loadbalancers                                 | ''                        | 1",
                "services.nodeports                                     | ''                        | 2",
                "count/statefulsets.apps                                | ''                        | 1",
                "count/deployments.apps                                 | ''                        | 0",
                "pods                                                   | scopes: [Terminating]     | 1",
                "pods                                                   | scopes: [NotTerminating]  | 1",
                "pods                                                   | scopes: [BestEffort]      | 1",
                "pods                                                   | scopes: [NotBestEffort]   | 1",
                "pods | 'scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [high]}]}' | 1",
                "pods | 'scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: NotIn, values: [high]}]}' | 1",
            })
    void counts(String name, String scopes, String used) {
        world.put(
                ResourceQuota.KIND,
                "{metadata: {name: q, namespace: ns}, spec: {hard: {%s: 10}%s}}"
                        .formatted(name, scopes.isEmpty() ? "" : ", " + scopes));
        world.carryOut(plan());
        ResourceQuota quota = world.get(ResourceQuota.KIND, QUOTA).orElseThrow();
        assertThat(quota.status().path("used").path(name).asString("")).isEqualTo(used);
        assertThat(quota.status().path("hard").path(name).asString("")).isEqualTo("10");
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void countsAnewWhenSomethingIsGoneOrChanged() {
        world.put(
                ResourceQuota.KIND,
                "{metadata: {name: q, namespace: ns}, spec: {hard: {pods: 10, requests.storage: 9Gi}}}");
        world.carryOut(plan());
        world.remove(Pod.KIND, new Key("ns", "b"));
        world.put(Claim.KIND, """
                metadata: {name: c, namespace: ns}
                spec: {resources: {requests: {storage: 7Gi}}}
                """);
        world.carryOut(plan());
        assertThat(world.get(ResourceQuota.KIND, QUOTA)
                        .orElseThrow()
                        .status()
                        .path("used")
                        .toString())
                .isEqualTo("{\"pods\":\"1\",\"requests.storage\":\"7Gi\"}");
    }
}
