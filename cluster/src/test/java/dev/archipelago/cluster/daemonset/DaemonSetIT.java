package dev.archipelago.cluster.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.TestingCluster;
import dev.archipelago.cluster.testing.Waiting;
import dev.archipelago.cluster.testing.WillingPods;
import dev.archipelago.cluster.testing.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.ObjectNode;

class DaemonSetIT {
    @RegisterExtension
    final TestingCluster cluster =
            new TestingCluster(caches -> List.of(new DaemonSetReconciler(caches), new WillingPods(caches)));

    @Test
    void followsNodesAndTemplates() throws Exception {
        for (int i = 0; i < 3; i++) {
            node("n" + i);
        }
        cluster.api().create(DaemonSet.KIND, World.yaml("""
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: agent, namespace: default}
                spec:
                  selector: {matchLabels: {app: agent}}
                  template:
                    metadata: {labels: {app: agent}}
                    spec: {containers: [{name: c, image: 'nginx:1'}]}
                """));
        updated(3);
        node("n3");
        updated(4);
        ObjectNode changed = cluster.api()
                .get(DaemonSet.KIND, new Key("default", "agent"))
                .orElseThrow()
                .tree();
        ((ObjectNode) changed.at("/spec/template/spec/containers/0")).put("image", "nginx:2");
        cluster.api().update(DaemonSet.KIND, changed, "");
        updated(4);
        Waiting.untilCount(cluster.api(), Pod.KIND, 4);
        assertThat(cluster.api().list(Pod.KIND).objects())
                .allMatch(pod ->
                        pod.tree().at("/spec/containers/0/image").asString().equals("nginx:2"));
        assertThat(cluster.api().list(ControllerRevision.KIND).objects()).hasSize(2);
    }

    private void node(String name) {
        cluster.api()
                .create(Node.KIND, World.yaml("{apiVersion: v1, kind: Node, metadata: {name: %s}}".formatted(name)));
    }

    private void updated(int count) throws InterruptedException {
        Waiting.until(
                cluster.api(),
                DaemonSet.KIND,
                "agent",
                set -> set.status().path("observedGeneration").asLong(0)
                                == set.meta().generation()
                        && set.status().path("updatedNumberScheduled").asInt(0) == count
                        && set.status().path("numberAvailable").asInt(0) == count);
    }
}
