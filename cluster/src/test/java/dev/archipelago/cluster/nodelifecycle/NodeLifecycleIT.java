package dev.archipelago.cluster.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.NodeAgent;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import dev.archipelago.cluster.testing.ManualTimers;
import dev.archipelago.cluster.testing.TestingControllers;
import dev.archipelago.cluster.testing.YamlObjects;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.ControllerMetrics;
import dev.archipelago.controller.runtime.Controllers;
import dev.archipelago.controller.runtime.EventSink;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nodes that fail and come back, with a manual clock.
class NodeLifecycleIT {
    private static final Key NODE = Key.global("node-1");

    private final ManualTimers timers = new ManualTimers(Instant.now());
    private TestingApiServer server;
    private Controllers controllers;
    private ClusterApi api;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        api = TestingControllers.api(server, "test");
        Caches caches = new Caches();
        controllers = Controllers.start(
                "c1",
                name -> TestingControllers.api(server, name),
                caches,
                Stream.concat(
                                NodeAgent.reconcilers(caches, Fleet.of(2, List.of()), new SimulatedRuntime()).stream(),
                                NodeLifecycle.reconcilers(caches).stream())
                        .toList(),
                timers,
                EventSink.SILENT,
                new ControllerMetrics(new PrometheusRegistry()));
        await(() -> api.list(Node.KIND).objects().stream().filter(Node::isReady).count() == 2);
        api.create(Pod.KIND, YamlObjects.tree("""
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: default}
                spec: {nodeName: node-1, containers: [{name: c, image: nginx}]}
                """));
        await(() -> pod().orElseThrow().isReady());
    }

    @AfterEach
    void stop() {
        controllers.close();
        server.close();
    }

    @Test
    void aLivingNodeStaysReady() throws Exception {
        for (int i = 0; i < 12; i++) {
            pass(10);
        }
        assertThat(node().isReady()).isTrue();
        assertThat(pod().orElseThrow().isReady()).isTrue();
    }

    @Test
    void aPodOnALostNodeIsAskedToGoAndIsGoneWhenTheNodeIsBack() throws Exception {
        fault("\"dead\"");
        lose();
        pass(280);
        assertThat(pod().orElseThrow().isDeleting()).isFalse();
        pass(30);
        await(() -> pod().orElseThrow().isDeleting());
        pass(3600);
        assertThat(pod()).isPresent();
        fault("null");
        await(() -> pod().isEmpty());
        await(() -> node().isReady() && node().taints().isEmpty());
    }

    @Test
    void aPodOnANodeThatComesBackInTimeServesAgain() throws Exception {
        fault("\"dead\"");
        lose();
        fault("null");
        await(() -> pod().orElseThrow().isReady() && node().taints().isEmpty());
    }

    @Test
    void aPodIsForcedAwayFromANodeThatIsOutOfService() throws Exception {
        fault("\"dead\"");
        lose();
        patch("{\"spec\":{\"taints\":[{\"key\":\"node.kubernetes.io/out-of-service\",\"effect\":\"NoExecute\"}]}}");
        await(() -> pod().isEmpty());
    }

    @Test
    void podsOfANodeThatIsNoMoreAreCollected() throws Exception {
        api.delete(Node.KIND, NODE, DeleteOptions.NONE);
        await(() -> api.get(Node.KIND, NODE).isEmpty());
        pass(20);
        assertThat(pod()).isPresent();
        pass(40);
        await(() -> pod().isEmpty());
    }

    private void lose() throws Exception {
        for (int i = 0; i < 5; i++) {
            pass(10);
        }
        await(() -> node().taints().size() == 2);
        await(() -> !pod().orElseThrow().isReady());
    }

    private void pass(int seconds) throws Exception {
        await(controllers::areIdle);
        timers.advance(Duration.ofSeconds(seconds));
        Thread.sleep(20);
        await(controllers::areIdle);
    }

    private void fault(String value) {
        patch("{\"metadata\":{\"annotations\":{\"simulation.archipelago.dev/fault\":" + value + "}}}");
    }

    private void patch(String patch) {
        api.patch(
                Node.KIND,
                NODE,
                "",
                new PatchBody.Strategic(Json.parse(patch.getBytes(StandardCharsets.UTF_8))),
                false);
    }

    private Node node() {
        return api.get(Node.KIND, NODE).orElseThrow();
    }

    private Optional<Pod> pod() {
        return api.get(Pod.KIND, new Key("default", "p"));
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain");
            }
            Thread.sleep(5);
            // Retries wait for the manual clock.
            timers.advance(Duration.ofMillis(5));
        }
    }
}
