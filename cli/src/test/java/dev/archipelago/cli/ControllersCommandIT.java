package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Controllers in one process and the API server in another, connected by HTTP.
class ControllersCommandIT {
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: front}
            spec:
              replicas: 4
              selector: {matchLabels: {app: front}}
              template:
                metadata: {labels: {app: front}}
                spec:
                  containers: [{name: c, image: "nginx:1"}]
            """;

    /// The API server alone has none.
    private static final String STORAGE = """
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata: {name: standard, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}
            provisioner: archipelago.dev/simulated
            volumeBindingMode: WaitForFirstConsumer
            """;

    @TempDir
    private Path home;

    private Path directory;
    private ServerProcess server;
    private Kubectl kubectl;

    @BeforeEach
    void start() throws Exception {
        directory = home.resolve("data");
        server = ServerProcess.start(directory);
        server.awaitReady();
        kubectl = Kubectl.newest(home.resolve("home"), directory.resolve("kubeconfig"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void driveWorkloadsOverHttp() throws Exception {
        kubectl.ok(TestingCluster.SERVICE, List.of("apply"));
        kubectl.ok(STORAGE, List.of("apply"));
        kubectl.ok(TestingCluster.SET, List.of("apply"));
        kubectl.ok(DEPLOYMENT, List.of("apply"));
        List<String> options = List.of("--nodes", "3");
        Set<String> before;
        try (ServerProcess controllers = ServerProcess.startControllers(directory, options)) {
            assertThat(controllers.awaitReady()).contains("statefulset", "deployment");
            kubectl.ok("rollout", "status", "sts/web");
            kubectl.ok("rollout", "status", "deploy/front");
            before = pods("app=web");
            kubectl.ok("set", "image", "sts/web", "c=nginx:2");
            kubectl.ok("set", "image", "deploy/front", "c=nginx:2");
            controllers.kill();
        }
        // Another process completes what one has left; two at once do no harm.
        try (ServerProcess one = ServerProcess.startControllers(directory, options);
                ServerProcess other = ServerProcess.startControllers(directory, options)) {
            one.awaitReady();
            other.awaitReady();
            kubectl.ok("rollout", "status", "sts/web");
            kubectl.ok("rollout", "status", "deploy/front");
            assertThat(pods("app=web")).hasSize(TestingCluster.MEMBERS).doesNotContainAnyElementsOf(before);
            assertThat(kubectl.ok("get", "pods", "-o", "jsonpath={.items[*].spec.containers[0].image}"))
                    .doesNotContain("nginx:1");
            assertThat(kubectl.ok("rollout", "history", "sts/web").lines())
                    .filteredOn(line -> line.matches("\\d+ .*"))
                    .hasSize(2);
            kubectl.ok("rollout", "undo", "deploy/front");
            kubectl.ok("rollout", "status", "deploy/front");
        }
    }

    private Set<String> pods(String selector) {
        return kubectl.ok(
                        "get", "pods", "-l", selector, "-o", "jsonpath={range .items[*]}{.metadata.uid}{\"\\n\"}{end}")
                .lines()
                .collect(Collectors.toSet());
    }

    @Test
    void onlyTheLeaderWorks() throws Exception {
        List<String> options = List.of("--leader-elect", "--only", "statefulset");
        try (ServerProcess leader = ServerProcess.startControllers(directory, options)) {
            leader.awaitReady();
            try (ServerProcess follower = ServerProcess.startControllers(directory, options)) {
                // Long enough for it to acquire the Lease.
                assertThat(follower.awaitsReady(Duration.ofSeconds(4))).isFalse();
                leader.terminate();
                assertThat(leader.awaitExit(30)).isIn(0, 143);
                assertThat(follower.awaitReady()).isEqualTo("ready statefulset");
            }
        }
    }
}
