package dev.archipelago.cluster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Key;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.NodeAgent;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import dev.archipelago.cluster.testing.TestingControllers;
import dev.archipelago.cluster.testing.YamlObjects;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerIT {
    private TestingApiServer server;
    private TestingControllers controllers;
    private ClusterApi api;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        api = TestingControllers.api(server, "test");
        controllers = new TestingControllers(
                server,
                caches -> Stream.concat(
                                NodeAgent.reconcilers(caches, Fleet.of(4, List.of("a", "b")), new SimulatedRuntime())
                                        .stream(),
                                Stream.of(new Scheduler(caches)))
                        .toList());
    }

    @AfterEach
    void stop() {
        controllers.close();
        server.close();
    }

    @Test
    void spreadsPodsOverNodesAndTheyGetReady() throws Exception {
        for (int i = 0; i < 40; i++) {
            create("p" + i, "");
        }
        await(() -> api.list(Pod.KIND).objects().stream().filter(Pod::isReady).count() == 40);
        Map<String, Integer> counts = new TreeMap<>();
        api.list(Pod.KIND).objects().forEach(pod -> counts.merge(pod.nodeName(), 1, Integer::sum));
        assertThat(counts.values())
                .hasSize(4)
                .allSatisfy(count -> assertThat(count).isBetween(8, 12));
    }

    @Test
    void findsANodeAsSoonAsThereIsOne() throws Exception {
        await(() -> api.list(Node.KIND).objects().stream().filter(Node::isReady).count() == 4);
        create("p", "nodeSelector: {disk: ssd}");
        await(() -> Conditions.find(pod("p").tree().path("status"), "PodScheduled")
                .path("reason")
                .asString("")
                .equals("Unschedulable"));
        assertThat(Conditions.find(pod("p").tree().path("status"), "PodScheduled")
                        .path("message")
                        .asString())
                .isEqualTo("0/4 nodes are available: 4 node(s) didn't match Pod's node affinity/selector.");
        var tree = api.get(Node.KIND, Key.global("node-3")).orElseThrow().tree();
        tree.withObjectProperty("metadata").withObjectProperty("labels").put("disk", "ssd");
        api.update(Node.KIND, tree, "");
        await(() -> pod("p").isReady());
        assertThat(pod("p").nodeName()).isEqualTo("node-3");
    }

    private void create(String name, String spec) {
        api.create(Pod.KIND, YamlObjects.tree("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: default}
                spec: {containers: [{name: c, image: nginx}], %s}
                """.formatted(name, spec)));
    }

    private Pod pod(String name) {
        return api.get(Pod.KIND, new Key("default", name)).orElseThrow();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain");
            }
            Thread.sleep(5);
        }
    }
}
