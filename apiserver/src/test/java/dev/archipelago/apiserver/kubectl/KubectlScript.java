package dev.archipelago.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/// What the tests share: one server for all tests of a class with one kubectl, a namespace for each test.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class KubectlScript {
    static final List<String> CREATE = List.of("create");
    static final List<String> APPLY = List.of("apply");

    static final String WEB = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, labels: {app: web}}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers:
                  - name: nginx
                    image: nginx:1.25
                    ports: [{containerPort: 80}]
                    resources: {requests: {cpu: 100m, memory: 64Mi}}
            """;

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test
    KubectlBinary binary;

    Path directory;
    private Path kubeconfig;
    TestingApiServer server;
    TestingClient client;
    Kubectl everywhere;

    /// Works in the namespace of the test.
    Kubectl kubectl;

    String namespace;
    private int tests;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        this.directory = directory;
        server = TestingApiServer.start(directory);
        client = server.admin();
        kubeconfig = server.kubeconfig();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void enterNamespace() {
        namespace = "test-" + ++tests;
        assertThat(client.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace + "\"}}")
                        .code())
                .isEqualTo(201);
        everywhere = Kubectl.of(binary, directory.resolve("home"), kubeconfig);
        kubectl = everywhere.with("--namespace=" + namespace);
    }

    static String configMap(String name, String colour) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s}
                data: {colour: %s}
                """.formatted(name, colour);
    }

    static String pod(String name, String labels) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, labels: {%s}}
                spec: {containers: [{name: main, image: "busybox:1.36"}]}
                ---
                """.formatted(name, labels);
    }

    /// Where the API has a kind's objects in the namespace of the test.
    String core(String resource) {
        return "/api/v1/namespaces/" + namespace + '/' + resource;
    }

    /// Fields as kubectl finds them, with a blank between.
    String field(String object, String... paths) {
        return kubectl.ok("get", object, "-o", "jsonpath={" + String.join("} {", paths) + "}");
    }

    /// A table's lines, with a bar between columns and ages made equal.
    static List<String> rows(String table) {
        return table.lines()
                .map(line -> line.strip().replaceAll(" {2,}", "|").replaceAll("(?<=\\|)\\d+s(?=\\||$)", "AGE"))
                .toList();
    }
}
