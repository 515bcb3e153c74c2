package dev.archipelago.cluster.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.replicaset.ReplicaSetReconciler;
import dev.archipelago.cluster.testing.TestingControllers;
import dev.archipelago.cluster.testing.Waiting;
import dev.archipelago.cluster.testing.WillingPods;
import dev.archipelago.cluster.testing.World;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// Deployments on a real API server, changed through the API and with kubectl.
class DeploymentIT {
    private static final String WEB = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: default, annotations: {kubernetes.io/change-cause: first}}
            spec:
              replicas: 4
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: c, image: 'nginx:1'}]}
            """;

    private TestingApiServer server;
    private TestingControllers controllers;
    private ClusterApi api;
    private Path home;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        home = directory;
        server = TestingApiServer.start(directory);
        controllers = new TestingControllers(
                server,
                caches -> List.of(
                        new DeploymentReconciler(caches),
                        ReplicaSetReconciler.ofReplicaSets(caches),
                        new WillingPods(caches)));
        api = TestingControllers.api(server, "test");
    }

    @AfterEach
    void stop() {
        controllers.close();
        server.close();
    }

    @Test
    void rollsOutAndNotesTheRevision() throws Exception {
        api.create(Deployment.KIND, World.yaml(WEB));
        complete("1");
        ObjectNode changed = api.get(Deployment.KIND, Example.WEB).orElseThrow().tree();
        ((ObjectNode) changed.at("/spec/template/spec/containers/0")).put("image", "nginx:2");
        api.update(Deployment.KIND, changed, "");
        complete("2");
        Waiting.untilCount(api, Pod.KIND, 4);
        assertThat(api.list(ReplicaSet.KIND).objects()).hasSize(2);
    }

    @Test
    void servesKubectlRollout() throws Exception {
        Kubectl kubectl = Kubectl.newest(home, server.kubeconfig());
        kubectl.ok(WEB, List.of("apply"));
        assertThat(kubectl.ok("rollout", "status", "deploy/web"))
                .endsWith("deployment \"web\" successfully rolled out\n");

        kubectl.ok(WEB.replace("nginx:1", "nginx:2").replace("first", "second"), List.of("apply"));
        // kubectl compares its revision with the recorded one, and does not wait for it.
        complete("2");
        assertThat(kubectl.ok("rollout", "status", "deploy/web", "--revision=2"))
                .contains("successfully rolled out");
        assertThat(kubectl.ok("rollout", "history", "deploy/web").lines())
                .anyMatch(line -> line.matches("1 +first"))
                .anyMatch(line -> line.matches("2 +second"));
        assertThat(kubectl.ok("rollout", "history", "deploy/web", "--revision=1"))
                .contains("nginx:1");

        assertThat(kubectl.ok("rollout", "undo", "deploy/web")).contains("deployment.apps/web rolled back");
        kubectl.ok("rollout", "status", "deploy/web");
        assertThat(kubectl.ok("rollout", "history", "deploy/web").lines())
                .noneMatch(line -> line.startsWith("1 "))
                .anyMatch(line -> line.matches("3 +first"));
        assertThat(image(kubectl)).isEqualTo("nginx:1");
        assertThat(kubectl.ok("rollout", "undo", "deploy/web", "--to-revision=3"))
                .contains("skipped rollback (current template already matches revision 3)");
        kubectl.ok("rollout", "undo", "deploy/web", "--to-revision=2");
        complete("4");
        assertThat(image(kubectl)).isEqualTo("nginx:2");

        kubectl.ok("rollout", "pause", "deploy/web");
        kubectl.ok("set", "image", "deploy/web", "c=nginx:3");
        kubectl.ok("scale", "deploy/web", "--replicas=6");
        Waiting.untilCount(api, Pod.KIND, 6);
        assertThat(api.list(Pod.KIND).objects())
                .allMatch(pod ->
                        pod.tree().at("/spec/containers/0/image").asString().equals("nginx:2"));
        kubectl.refused("rollout", "undo", "deploy/web");
        kubectl.ok("rollout", "resume", "deploy/web");
        kubectl.ok("rollout", "status", "deploy/web");
        complete("5");

        kubectl.ok("rollout", "restart", "deploy/web");
        assertThat(kubectl.ok("rollout", "status", "deploy/web")).contains("successfully rolled out");
        complete("6");
        Waiting.untilCount(api, Pod.KIND, 6);
        assertThat(kubectl.ok("get", "deploy", "web", "--no-headers")).containsPattern("web +6/6 +6 +6 ");
    }

    @Test
    void kubectlSeesARolloutThatTakesTooLong() throws Exception {
        Kubectl kubectl = Kubectl.newest(home, server.kubeconfig());
        api.create(
                Deployment.KIND,
                World.yaml(WEB.replace("replicas: 4", "replicas: 4\n  progressDeadlineSeconds: 1")
                        .replace("nginx:1", "nginx:broken")));
        assertThat(kubectl.refused("rollout", "status", "deploy/web"))
                .contains("deployment \"web\" exceeded its progress deadline");
    }

    private static String image(Kubectl kubectl) {
        return kubectl.ok("get", "deploy", "web", "-o", "jsonpath={.spec.template.spec.containers[0].image}");
    }

    private void complete(String revision) throws InterruptedException {
        Waiting.until(
                api,
                Deployment.KIND,
                "web",
                web -> DeploymentStatus.isComplete(web, web.status())
                        && revision.equals(web.meta().annotations().get("deployment.kubernetes.io/revision")));
    }
}
