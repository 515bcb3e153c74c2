package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.testing.Dig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `archipelago cluster` in a process of its own, with a set of five.
final class TestingCluster implements AutoCloseable {
    static final int MEMBERS = 5;

    static final String SERVICE = """
            apiVersion: v1
            kind: Service
            metadata: {name: web}
            spec:
              clusterIP: None
              selector: {app: web}
              ports: [{name: http, port: 80}]
            """;

    static final String SET = """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: web}
            spec:
              serviceName: web
              replicas: 5
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers: [{name: c, image: "nginx:1", ports: [{containerPort: 80, name: http}]}]
              volumeClaimTemplates:
              - metadata: {name: data}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
            """;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_AGAIN_MILLIS = 50;
    private static final Pattern READY = Pattern.compile("ready c1 https://\\S+ dns 127\\.0\\.0\\.1:(\\d+) .*");

    private final Path directory;
    private ServerProcess process;
    private final Kubectl kubectl;
    private Dig dig;

    private TestingCluster(Path directory, ServerProcess process, Kubectl kubectl, Dig dig) {
        this.directory = directory;
        this.process = process;
        this.kubectl = kubectl;
        this.dig = dig;
    }

    static TestingCluster start(Path home) throws Exception {
        Path directory = home.resolve("data");
        ServerProcess process = launch(directory);
        Dig dig = dig(process);
        return new TestingCluster(
                directory, process, Kubectl.newest(home.resolve("home"), directory.resolve("kubeconfig")), dig);
    }

    private static ServerProcess launch(Path directory) throws Exception {
        return ServerProcess.start("cluster", directory, List.of("--port", "0", "--dns-port", "0", "--nodes", "6"));
    }

    private static Dig dig(ServerProcess process) throws Exception {
        Matcher ready = READY.matcher(process.awaitReady());
        assertThat(ready.matches()).isTrue();
        return new Dig(Integer.parseInt(ready.group(1)));
    }

    /// Kills the process, and starts it again on its data.
    void killAndRestart() throws Exception {
        process.kill();
        process = launch(directory);
        dig = dig(process);
    }

    Kubectl kubectl() {
        return kubectl;
    }

    Dig dig() {
        return dig;
    }

    Path kubeconfig() {
        return directory.resolve("kubeconfig");
    }

    void apply(String manifest) {
        kubectl.ok(manifest, List.of("apply"));
    }

    void rollOut() {
        assertThat(kubectl.ok("rollout", "status", "sts/web")).contains("roll out complete");
    }

    /// A field of each pod of the set, by name.
    Map<String, String> pods(String jsonPath) {
        Map<String, String> found = new TreeMap<>();
        String template = "jsonpath={range .items[*]}{.metadata.name} {" + jsonPath + "}{\"\\n\"}{end}";
        kubectl.ok("get", "pods", "-l", "app=web", "-o", template).lines().forEach(line -> {
            int space = line.indexOf(' ');
            found.put(line.substring(0, space), line.substring(space + 1));
        });
        return found;
    }

    /// The volume of each claim, by the claim's name.
    Map<String, String> volumes() {
        Map<String, String> found = new TreeMap<>();
        kubectl.ok("get", "pvc", "-o", "jsonpath={range .items[*]}{.metadata.name} {.spec.volumeName}{\"\\n\"}{end}")
                .lines()
                .forEach(line -> found.put(line.split(" ")[0], line.split(" ")[1]));
        return found;
    }

    /// Waits for a value.
    <T> void await(Supplier<T> seen, T wanted) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!wanted.equals(seen.get()) && System.nanoTime() < deadline) {
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
        assertThat(seen.get()).isEqualTo(wanted);
    }

    @Override
    public void close() {
        process.close();
    }
}
