package dev.archipelago.apiserver.admission;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.pki.ClientIdentity;
import dev.archipelago.api.pki.Pem;
import dev.archipelago.apiserver.pki.CertificateAuthority;
import dev.archipelago.apiserver.pki.CertificateSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Webhooks behind HTTPS with a certificate of their own authority, one for each path.
final class HookServer implements AutoCloseable {
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String bundle;
    private final Map<String, List<JsonNode>> asked = new ConcurrentHashMap<>();

    HookServer(Path directory) throws Exception {
        CertificateAuthority authority = CertificateAuthority.open(directory, InstantSource.system());
        InetAddress loopback = InetAddress.getLoopbackAddress();
        ClientIdentity identity =
                authority.issue(CertificateSpec.server("hook", List.of("localhost"), List.of(loopback)));
        bundle = Base64.getEncoder()
                .encodeToString(Pem.encode(authority.certificate()).getBytes(StandardCharsets.US_ASCII));
        server = HttpsServer.create(new InetSocketAddress(loopback, 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(showing(identity)));
        server.setExecutor(threads);
        server.start();
    }

    private static SSLContext showing(ClientIdentity identity) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "hook", identity.key(), new char[0], identity.chain().toArray(new java.security.cert.Certificate[0]));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /// Adds a webhook that looks at the request and makes a response, uid aside.
    void answer(String path, Function<JsonNode, ObjectNode> webhook) {
        raw(path, (exchange, request) -> {
            ObjectNode review =
                    Json.object().put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
            review.set("response", webhook.apply(request).put("uid", text(request, "uid")));
            byte[] body = Json.bytes(review);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        });
    }

    /// What to do with a request, the whole of it.
    interface Raw {
        void handle(HttpExchange exchange, JsonNode request) throws IOException;
    }

    void raw(String path, Raw webhook) {
        server.createContext(path, exchange -> {
            try (exchange) {
                JsonNode request = Json.MAPPER
                        .readTree(exchange.getRequestBody().readAllBytes())
                        .path("request");
                asked(path).add(request);
                webhook.handle(exchange, request);
            }
        });
    }

    /// The requests that came, in their order.
    List<JsonNode> asked(String path) {
        return asked.computeIfAbsent(path, key -> new CopyOnWriteArrayList<>());
    }

    /// How a configuration names a webhook of this server.
    String client(String path) {
        return "{\"url\":\"https://127.0.0.1:%d%s\",\"caBundle\":\"%s\"}"
                .formatted(server.getAddress().getPort(), path, bundle);
    }

    static ObjectNode allowed() {
        return Json.object().put("allowed", true);
    }

    static ObjectNode patched(String patch) {
        return allowed()
                .put("patchType", "JSONPatch")
                .put("patch", Base64.getEncoder().encodeToString(patch.getBytes(StandardCharsets.UTF_8)));
    }

    static ObjectNode refused(String message) {
        ObjectNode response = Json.object().put("allowed", false);
        response.putObject("status").put("message", message);
        return response;
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
