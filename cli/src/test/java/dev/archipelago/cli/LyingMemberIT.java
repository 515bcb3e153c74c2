package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.archipelago.api.pki.Pem;
import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.apiserver.pki.CertificateAuthority;
import dev.archipelago.apiserver.pki.CertificateSpec;
import dev.archipelago.apiserver.pki.ServerTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A cluster whose lists do not end is not ready, with a message that says why, until they do.
class LyingMemberIT {
    private static final String VERBS = "\"verbs\":[\"get\",\"list\",\"watch\",\"create\",\"patch\",\"delete\"]";

    @TempDir
    private Path home;

    private volatile boolean lies = true;

    private String answer(String path) {
        return switch (path) {
            case "/readyz" -> "ok";
            case "/version" -> "{\"gitVersion\":\"v1.34.0\",\"major\":\"1\",\"minor\":\"34\"}";
            case "/api" -> "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}";
            case "/apis" -> "{\"kind\":\"APIGroupList\",\"groups\":[]}";
            case "/api/v1" ->
                "{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\",\"resources\":["
                        + "{\"name\":\"configmaps\",\"kind\":\"ConfigMap\",\"namespaced\":true," + VERBS + "},"
                        + "{\"name\":\"nodes\",\"kind\":\"Node\",\"namespaced\":false," + VERBS + "}]}";
            case "/api/v1/configmaps" ->
                "{\"metadata\":{\"resourceVersion\":\"1\"" + (lies ? ",\"continue\":\"same\"" : "") + "},\"items\":[]}";
            default -> "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}";
        };
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String query = String.valueOf(exchange.getRequestURI().getQuery());
            byte[] body = query.contains("watch=")
                    ? new byte[0]
                    : answer(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void isNotReadyUntilItsListsEnd() throws Exception {
        CertificateAuthority authority = CertificateAuthority.open(home.resolve("liar"), InstantSource.system());
        CertificateSpec spec = CertificateSpec.server("liar", List.of(), List.of(InetAddress.getLoopbackAddress()));
        HttpsServer liar = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        liar.setHttpsConfigurator(
                new HttpsConfigurator(ServerTls.contexts(authority, "liar", spec, InstantSource.system())
                        .frugal()));
        liar.createContext("/", this::serve);
        liar.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        liar.start();
        try (TestingFederation federation = TestingFederation.start(home, "--clusters", "c1")) {
            Kubectl kubectl = federation.kubectl();
            kubectl.ok("create", "configmap", "one", "--from-literal=a=1");
            kubectl.ok(
                    """
                    apiVersion: v1
                    kind: Secret
                    metadata: {namespace: archipelago-system, name: liar}
                    data: {caBundle: %2$s, token: dA==}
                    ---
                    apiVersion: cluster.karmada.io/v1alpha1
                    kind: Cluster
                    metadata: {name: liar}
                    spec:
                      syncMode: Push
                      apiEndpoint: https://127.0.0.1:%1$d
                      secretRef: {namespace: archipelago-system, name: liar}
                    """.formatted(liar.getAddress().getPort(), base64(Pem.encode(authority.certificate()))),
                    List.of("apply"));
            TestingFederation.await(() -> assertThat(condition(kubectl, "status") + condition(kubectl, "reason"))
                    .isEqualTo("FalseClusterAnswersTooLong"));
            assertThat(condition(kubectl, "message")).contains("its list of configmaps does not end: 2 pages");
            assertThat(federation.ok("status")).containsPattern("liar +no .*does not end");
            TestingFederation.await(() -> kubectl.ok("--context=c1", "get", "configmap", "one"));
            lies = false;
            TestingFederation.await(
                    () -> assertThat(condition(kubectl, "status")).isEqualTo("True"));
        } finally {
            liar.stop(0);
        }
    }

    private static String condition(Kubectl kubectl, String field) {
        return kubectl.ok(
                "get", "cluster", "liar", "-o", "jsonpath={.status.conditions[?(@.type==\"Ready\")]." + field + "}");
    }
}
