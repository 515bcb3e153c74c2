package dev.archipelago.cluster.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.testing.TestingCluster;
import dev.archipelago.cluster.testing.WillingPods;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.ObjectNode;

class StatefulSetIT {
    private static final Key WEB = new Key("default", "web");

    @RegisterExtension
    final TestingCluster cluster =
            new TestingCluster(caches -> List.of(new StatefulSetReconciler(caches), new WillingPods(caches)));

    @Test
    void makesMembersWithTheirClaims() throws Exception {
        create(3, "nginx:1");
        await(set -> set.status().path("readyReplicas").asInt(0) == 3);
        assertThat(names(cluster.api().list(Pod.KIND).objects())).containsExactly("web-0", "web-1", "web-2");
        assertThat(names(cluster.api().list(Claim.KIND).objects()))
                .containsExactly("data-web-0", "data-web-1", "data-web-2");
    }

    @Test
    void scalesDownAndKeepsTheClaims() throws Exception {
        create(3, "nginx:1");
        await(set -> set.status().path("readyReplicas").asInt(0) == 3);
        patch("{\"spec\":{\"replicas\":1}}");
        await(set -> set.status().path("replicas").asInt(0) == 1);
        assertThat(names(cluster.api().list(Pod.KIND).objects())).containsExactly("web-0");
        assertThat(cluster.api().list(Claim.KIND).objects()).hasSize(3);
    }

    @Test
    void rollsANewTemplateOut() throws Exception {
        create(3, "nginx:1");
        await(set -> set.status().path("readyReplicas").asInt(0) == 3);
        patch("{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"nginx:2\"}]}}}}");
        await(set -> set.status().path("updatedReplicas").asInt(0) == 3
                && set.status().path("currentRevision").equals(set.status().path("updateRevision")));
        assertThat(cluster.api().list(Pod.KIND).objects())
                .allSatisfy(pod -> assertThat(pod.tree()
                                .path("spec")
                                .path("containers")
                                .path(0)
                                .path("image")
                                .asString())
                        .isEqualTo("nginx:2"));
    }

    @Test
    void comesBackFromABrokenTemplate() throws Exception {
        create(3, "nginx:1");
        await(set -> set.status().path("readyReplicas").asInt(0) == 3);
        patch("{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"nginx:broken\"}]}}}}");
        await(set -> set.status().path("updatedReplicas").asInt(0) == 1
                && set.status().path("readyReplicas").asInt(0) == 2);
        patch("{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"nginx:1\"}]}}}}");
        await(set -> set.status().path("readyReplicas").asInt(0) == 3);
    }

    private void create(int replicas, String image) {
        cluster.api().create(StatefulSet.KIND, set(replicas, image));
    }

    private static ObjectNode set(int replicas, String image) {
        return (ObjectNode) YamlReader.read("""
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: web, namespace: default}
                spec:
                  serviceName: web
                  replicas: %d
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec:
                      containers: [{name: c, image: '%s', volumeMounts: [{name: data, mountPath: /data}]}]
                  volumeClaimTemplates:
                  - metadata: {name: data}
                    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """.formatted(replicas, image).getBytes(StandardCharsets.UTF_8))
                .tree();
    }

    private void patch(String patch) {
        cluster.api()
                .patch(
                        StatefulSet.KIND,
                        WEB,
                        "",
                        new PatchBody.Strategic(Json.parse(patch.getBytes(StandardCharsets.UTF_8))),
                        false);
    }

    private void await(Predicate<StatefulSet> wanted) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!isObserved()
                || !wanted.test(cluster.api().get(StatefulSet.KIND, WEB).orElseThrow())) {
            if (System.nanoTime() > end) {
                throw new AssertionError("stays "
                        + cluster.api().get(StatefulSet.KIND, WEB).orElseThrow().status());
            }
            Thread.sleep(5);
        }
    }

    private boolean isObserved() {
        StatefulSet set = cluster.api().get(StatefulSet.KIND, WEB).orElseThrow();
        return set.status().path("observedGeneration").asLong(0) == set.meta().generation();
    }

    private static List<String> names(List<? extends ApiObject> objects) {
        return objects.stream().map(ApiObject::name).toList();
    }
}
