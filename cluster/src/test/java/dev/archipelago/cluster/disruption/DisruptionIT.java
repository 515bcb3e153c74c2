package dev.archipelago.cluster.disruption;

import static dev.archipelago.cluster.testing.TestingWorld.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.DisruptionBudget;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.statefulset.StatefulSetReconciler;
import dev.archipelago.cluster.testing.Eventually;
import dev.archipelago.cluster.testing.TestingCluster;
import dev.archipelago.cluster.testing.WillingPods;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DisruptionIT {
    private static final Key BUDGET = new Key("default", "web");

    @RegisterExtension
    final TestingCluster cluster = new TestingCluster(caches ->
            List.of(new DisruptionReconciler(caches), new StatefulSetReconciler(caches), new WillingPods(caches)));

    private int allowed() {
        return cluster.api()
                .get(DisruptionBudget.KIND, BUDGET)
                .orElseThrow()
                .status()
                .path("disruptionsAllowed")
                .asInt(0);
    }

    private int evict(String pod) throws Exception {
        return cluster.server()
                .admin()
                .post("/api/v1/namespaces/default/pods/" + pod + "/eviction", """
                        {"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"%s","namespace":"default"}}
                        """.formatted(pod))
                .code();
    }

    @Test
    void evictionsAreAllowedOneByOne() throws Exception {
        cluster.api().create(DisruptionBudget.KIND, yaml("""
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: web, namespace: default}
                spec: {maxUnavailable: 1, selector: {matchLabels: {app: web}}}
                """));
        cluster.api().create(StatefulSet.KIND, yaml("""
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: web, namespace: default}
                spec:
                  serviceName: web
                  replicas: 3
                  podManagementPolicy: Parallel
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: c, image: 'i'}]}
                """));
        Eventually.holds(() -> allowed() == 1);
        String uid = cluster.api()
                .get(Pod.KIND, new Key("default", "web-0"))
                .orElseThrow()
                .uid();
        assertThat(evict("web-0")).isEqualTo(201);
        Eventually.holds(() -> cluster.api()
                .get(Pod.KIND, new Key("default", "web-0"))
                .filter(pod -> !pod.uid().equals(uid) && pod.isReady())
                .isPresent());
        Eventually.holds(() -> allowed() == 1);
        // A pod that is not ready uses the budget up.
        var tree = cluster.api()
                .get(Pod.KIND, new Key("default", "web-1"))
                .orElseThrow()
                .tree();
        tree.withObjectProperty("status").putArray("conditions");
        cluster.api().update(Pod.KIND, tree, "status");
        Eventually.holds(() -> allowed() == 0);
        assertThat(evict("web-2")).isEqualTo(429);
    }
}
