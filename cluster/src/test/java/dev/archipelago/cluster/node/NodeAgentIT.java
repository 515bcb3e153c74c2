package dev.archipelago.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.kinds.Lease;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import dev.archipelago.cluster.testing.TestingControllers;
import dev.archipelago.cluster.testing.YamlObjects;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeAgentIT {
    private TestingApiServer server;
    private TestingControllers controllers;
    private ClusterApi api;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        api = TestingControllers.api(server, "test");
        startAgent();
        await(() -> api.list(Node.KIND).objects().stream().filter(Node::isReady).count() == 2);
    }

    private void startAgent() {
        controllers = new TestingControllers(
                server,
                caches -> NodeAgent.reconcilers(caches, Fleet.of(2, List.of("a", "b")), new SimulatedRuntime()));
    }

    @AfterEach
    void stop() {
        controllers.close();
        server.close();
    }

    @Test
    void registersNodesAndKeepsALeaseForEach() throws Exception {
        await(() -> api.list(Lease.KIND).objects().size() == 2);
        assertThat(api.list(Node.KIND).objects()).extracting(Node::podRange).doesNotHaveDuplicates();
    }

    @Test
    void runsPodsAndLetsThemGo() throws Exception {
        for (int i = 0; i < 20; i++) {
            create("p" + i, "node-" + (1 + i % 2), "");
        }
        await(() -> api.list(Pod.KIND).objects().stream().filter(Pod::isReady).count() == 20);
        Set<String> addresses = new HashSet<>();
        api.list(Pod.KIND).objects().forEach(pod -> addresses.addAll(pod.addresses()));
        assertThat(addresses).hasSize(20);
        api.delete(Pod.KIND, new Key("default", "p0"), DeleteOptions.NONE);
        await(() -> pod("p0").isEmpty());
    }

    @Test
    void continuesAfterARestart() throws Exception {
        create("p", "node-1", "");
        await(() -> isReady("p"));
        long before = revision("p");
        controllers.close();
        create("q", "node-1", "");
        startAgent();
        await(() -> isReady("q"));
        assertThat(revision("p")).isEqualTo(before);
        assertThat(pod("q").orElseThrow().addresses())
                .doesNotContainAnyElementsOf(pod("p").orElseThrow().addresses());
    }

    @Test
    void aDeadNodeDoesNothingUntilItIsBack() throws Exception {
        create("p", "node-1", "");
        await(() -> isReady("p"));
        annotateNode("\"dead\"");
        // Once another node has acted on what came later, the dead one would have, too.
        api.delete(Pod.KIND, new Key("default", "p"), DeleteOptions.NONE);
        create("q", "node-2", "");
        await(() -> isReady("q"));
        assertThat(pod("p")).isPresent();
        annotateNode("null");
        await(() -> pod("p").isEmpty());
    }

    private void annotateNode(String fault) {
        String patch = "{\"metadata\":{\"annotations\":{\"simulation.archipelago.dev/fault\":" + fault + "}}}";
        api.patch(
                Node.KIND,
                Key.global("node-1"),
                "",
                new PatchBody.Merge(Json.parse(patch.getBytes(StandardCharsets.UTF_8))),
                false);
    }

    private void create(String name, String node, String annotations) {
        api.create(Pod.KIND, YamlObjects.tree("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: default, annotations: {%s}}
                spec: {nodeName: %s, containers: [{name: c, image: nginx}]}
                """.formatted(name, annotations, node)));
    }

    private Optional<Pod> pod(String name) {
        return api.get(Pod.KIND, new Key("default", name));
    }

    private boolean isReady(String name) {
        return pod(name).orElseThrow().isReady();
    }

    private long revision(String name) {
        return pod(name).orElseThrow().resourceVersion();
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
