package dev.archipelago.cluster.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.testing.TestingCluster;
import dev.archipelago.cluster.testing.Waiting;
import dev.archipelago.cluster.testing.WillingPods;
import dev.archipelago.cluster.testing.World;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReplicaSetIT {
    @RegisterExtension
    final TestingCluster cluster = new TestingCluster(caches -> List.of(
            ReplicaSetReconciler.ofReplicaSets(caches),
            ReplicaSetReconciler.ofReplicationControllers(caches),
            new WillingPods(caches)));

    @Test
    void keepsAsManyPodsAsAskedFor() throws Exception {
        cluster.api().create(ReplicaSet.KIND, World.yaml("""
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: web, namespace: default}
                spec:
                  replicas: 30
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: c, image: nginx}]}
                """));
        ready(ReplicaSet.KIND, "web", 30);
        scale(ReplicaSet.KIND, "web", 4);
        ready(ReplicaSet.KIND, "web", 4);
        Waiting.untilCount(cluster.api(), Pod.KIND, 4);

        Pod released = cluster.api().list(Pod.KIND).objects().getFirst();
        patch(Pod.KIND, released.name(), "{\"metadata\":{\"labels\":{\"app\":\"other\"}}}");
        Waiting.untilCount(cluster.api(), Pod.KIND, 5);
        ready(ReplicaSet.KIND, "web", 4);
        assertThat(cluster.api()
                        .get(Pod.KIND, released.key())
                        .orElseThrow()
                        .meta()
                        .owners())
                .isEmpty();
        patch(Pod.KIND, released.name(), "{\"metadata\":{\"labels\":{\"app\":\"web\"}}}");
        Waiting.untilCount(cluster.api(), Pod.KIND, 4);
    }

    @Test
    void servesReplicationControllers() throws Exception {
        cluster.api().create(ReplicaSet.REPLICATION_CONTROLLER, World.yaml("""
                apiVersion: v1
                kind: ReplicationController
                metadata: {name: old, namespace: default}
                spec:
                  replicas: 2
                  template:
                    metadata: {labels: {app: old}}
                    spec: {containers: [{name: c, image: nginx}]}
                """));
        ready(ReplicaSet.REPLICATION_CONTROLLER, "old", 2);
        scale(ReplicaSet.REPLICATION_CONTROLLER, "old", 0);
        Waiting.untilCount(cluster.api(), Pod.KIND, 0);
    }

    private void ready(Kind<ReplicaSet> kind, String name, int count) throws InterruptedException {
        Waiting.until(
                cluster.api(),
                kind,
                name,
                set -> set.observedGeneration() == set.meta().generation()
                        && set.counted("replicas") == count
                        && set.counted("availableReplicas") == count);
    }

    private <T extends ApiObject> void scale(Kind<T> kind, String name, int replicas) {
        patch(kind, name, "{\"spec\":{\"replicas\":" + replicas + "}}");
    }

    private <T extends ApiObject> void patch(Kind<T> kind, String name, String patch) {
        cluster.api()
                .patch(
                        kind,
                        new Key("default", name),
                        "",
                        new PatchBody.Strategic(Json.parse(patch.getBytes(StandardCharsets.UTF_8))),
                        false);
    }
}
