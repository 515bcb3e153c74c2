package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A federation as users see it: a set is spread over clusters, which stop, start, join and leave.
class UpCommandIT {
    @TempDir
    private Path home;

    private TestingFederation federation;
    private Kubectl kubectl;

    @BeforeEach
    void start() throws Exception {
        federation = TestingFederation.start(home);
        kubectl = federation.kubectl();
        kubectl.ok(TestingCluster.SERVICE, List.of("apply"));
        kubectl.ok(TestingCluster.SET, List.of("apply"));
        federation.awaitStatus("default statefulset/web 5/5 c1 2/2, c2 2/2, c3 1/1");
    }

    @AfterEach
    void stop() {
        federation.close();
    }

    private Map<String, String> pods(String cluster) {
        return TestingFederation.pods(kubectl, "--context=" + cluster);
    }

    @Test
    void keepsMembersThroughStopsAndCuts() throws Exception {
        assertThat(federation.ok("why", "sts/web")).isEqualTo("""
                StatefulSet default/web, 5 replicas, placed by default, as no policy is about it

                CLUSTER  REPLICAS  WHY
                c1       2         chosen
                c2       2         chosen
                c3       1         chosen
                """);
        Map<String, String> stopped = pods("c1");
        Map<String, String> cut = pods("c2");
        assertThat(stopped).hasSize(2);

        assertThat(federation.ok("stop", "c1")).startsWith("cluster c1 is stopped");
        federation.awaitStatus("default statefulset/web 3/5 c1 ?/2, c2 2/2, c3 1/1");
        assertThat(federation.ok("status"))
                .containsPattern("c1 +no .*connection refused")
                .contains("3 of 5 replicas ready: cluster c1 cannot be reached");
        assertThat(federation.ok("why", "statefulset/web")).contains("not ready, keeps what it has");
        assertThat(kubectl.refused("--context=c1", "get", "pods")).contains("refused");
        assertThat(federation.ok("start", "c1")).isEqualToIgnoringNewLines("cluster c1 runs and is ready");

        assertThat(federation.ok("cut", "c2")).startsWith("cluster c2 is cut off");
        assertThat(pods("c2")).isEqualTo(cut);
        assertThat(federation.ok("heal", "c2")).startsWith("cluster c2 is reached again");
        federation.awaitStatus("default statefulset/web 5/5 c1 2/2, c2 2/2, c3 1/1");
        assertThat(pods("c1")).isEqualTo(stopped);
        assertThat(pods("c2")).isEqualTo(cut);
        federation.awaitStatus("nothing waits");

        assertThat(federation.ok("unjoin", "c3")).contains("cluster c3 has left");
        federation.awaitStatus("default statefulset/web 4/5 c1 2/2, c2 2/2, c3 (left) ?/1");
        String contexts = home.resolve("data/kubeconfig").toString();
        federation.ok("join", "c3", "--cluster-kubeconfig", contexts, "--cluster-context", "c3");
        federation.awaitStatus("default statefulset/web 5/5 c1 2/2, c2 2/2, c3 1/1");

        assertThat(federation.refused("stop", "c9")).contains("there is no cluster c9");
        assertThat(federation.refused("why", "sts/nothing")).contains("there is no StatefulSet default/nothing");
    }

    @Test
    void servicesShowWhereTheirClustersAreReached() throws Exception {
        kubectl.ok("create", "service", "loadbalancer", "front", "--tcp=80:8080");
        Kubectl c1 = kubectl.with("--context=c1");
        String address = "jsonpath={.status.loadBalancer.ingress[*].ip}";
        String[] get = {"get", "service/front", "--ignore-not-found", "-o"};
        TestingFederation.await(
                () -> assertThat(c1.ok(get[0], get[1], get[2], get[3], address)).isNotEmpty());
        String there = c1.ok("get", "service/front", "-o", address);
        TestingFederation.await(() -> assertThat(
                        kubectl.ok("get", "service/front", "-o", address).split(" "))
                .hasSize(3)
                .contains(there));
        assertThat(kubectl.ok("get", "service/front")).contains(" 80/TCP ").contains(there);

        // Each cluster has NodePorts of its own, and keeps them whatever changes here.
        String ports = "jsonpath={.spec.ports[*].nodePort}";
        String own = c1.ok("get", "service/front", "-o", ports);
        assertThat(own).isNotEmpty();
        kubectl.ok("label", "service/front", "tier=web");
        TestingFederation.await(
                () -> assertThat(c1.ok("get", "service/front", "-o", "jsonpath={.metadata.labels.tier}"))
                        .isEqualTo("web"));
        assertThat(c1.ok("get", "service/front", "-o", ports)).isEqualTo(own);
        assertThat(kubectl.ok("describe", "service/front")).doesNotContain("DriftRepaired");
    }

    @Test
    void usesAClusterThatJoinsUntilItLeaves() throws Exception {
        Path directory = home.resolve("far");
        try (ServerProcess cluster =
                ServerProcess.start("cluster", directory, List.of("--name", "far", "--port", "0", "--dns-port", "0"))) {
            cluster.awaitReady();
            String kubeconfig = directory.resolve("kubeconfig").toString();
            Kubectl far = Kubectl.newest(home.resolve("far-home"), directory.resolve("kubeconfig"));
            assertThat(federation.ok("join", "far", "--cluster-kubeconfig", kubeconfig))
                    .isEqualToIgnoringNewLines("cluster far has joined and is ready");
            assertThat(federation.refused("join", "other", "--cluster-kubeconfig", kubeconfig))
                    .contains("is a member already, as far");
            assertThat(federation.refused("stop", "far")).contains("runs in a process of its own");

            kubectl.ok("scale", "sts/web", "--replicas=8");
            federation.awaitStatus("default statefulset/web 8/8 c1 2/2, c2 2/2, c3 2/2, far 2/2");
            Map<String, String> there = TestingFederation.pods(far);
            assertThat(there).hasSize(2);

            kubectl.ok("create", "configmap", "stays", "--from-literal=a=b");
            kubectl.ok("create", "configmap", "goes", "--from-literal=a=b");
            TestingFederation.await(() -> far.ok("get", "configmap/stays", "configmap/goes"));

            // Nothing moves unasked, and existing replicas are adopted as they are.
            assertThat(federation.ok("unjoin", "far")).contains("cluster far has left");
            federation.awaitStatus("default statefulset/web 6/8 c1 2/2, c2 2/2, c3 2/2, far (left) ?/2");
            assertThat(federation.ok("status")).contains("2 replicas stay there and are not moved");
            kubectl.ok("delete", "configmap/goes");
            federation.ok("join", "far", "--cluster-kubeconfig", kubeconfig);
            federation.awaitStatus("default statefulset/web 8/8 c1 2/2, c2 2/2, c3 2/2, far 2/2");
            assertThat(TestingFederation.pods(far)).isEqualTo(there);

            // Objects whose template was deleted meanwhile stay until a user deletes them, who is
            // told of them.
            String left = "far: left here from objects that the federation no longer has: 1 ConfigMap (default/goes);";
            TestingFederation.await(() -> assertThat(federation.ok("status")).contains("LEFT IN CLUSTERS", left));
            TestingFederation.await(
                    () -> assertThat(kubectl.ok("describe", "cluster/far").replaceAll(" +", " "))
                            .contains("Warning ObjectsLeft"));
            far.ok("delete", "configmap/goes");
            TestingFederation.await(() -> assertThat(federation.ok("status")).doesNotContain("LEFT IN CLUSTERS"));

            assertThat(federation.ok("unjoin", "far", "--move")).contains("cluster far has left");
            federation.awaitStatus("default statefulset/web 8/8 c1 3/3, c2 3/3, c3 2/2");
            assertThat(TestingFederation.pods(far)).isEqualTo(there);
            assertThat(far.ok("get", "clusterroles", "-o", "name")).doesNotContain("archipelago-far");
            assertThat(kubectl.ok("get", "secrets", "-n", "archipelago-system", "-o", "name"))
                    .doesNotContain("far-credentials");

            // It is deleted with its role, so that its token is not valid any more.
            TestingFederation.await(
                    () -> assertThat(far.ok("get", "serviceaccounts", "-A")).doesNotContain("archipelago-far"));

            assertThat(federation.ok("join", "far-again", "--cluster-kubeconfig", kubeconfig))
                    .contains("far-again has joined");
            // What it runs should not be there now, but nobody has decided that it is deleted.
            TestingFederation.await(() -> assertThat(federation.ok("status"))
                    .contains("cluster far-again: StatefulSet default/web-far is from before the cluster joined"));
            assertThat(TestingFederation.pods(far)).isEqualTo(there);
            cluster.kill();
            assertThat(federation.refused("unjoin", "far-again")).contains("cannot be told", "--force");
            assertThat(federation.ok("unjoin", "far-again", "--force")).startsWith("cluster far-again has left");
            TestingFederation.await(() -> assertThat(federation.ok("status")).doesNotContain("far"));
        }
    }
}
