package dev.archipelago.apiserver.admission.webhook;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Sends reviews to webhooks. Keeps one client per distinct trust, so that connections are reused.
final class WebhookCaller {
    private static final int CLIENTS_MAX = 256;
    private static final HttpResponse.BodyHandler<byte[]> ANSWER =
            HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), 8 * 1024 * 1024);

    private final ServiceResolver services;
    private final Executor executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

    /// Finds where a Service can be reached.
    interface ServiceResolver {
        /// Host and port of a port of a Service.
        String resolve(String namespace, String name, int port) throws IOException;
    }

    WebhookCaller(ServiceResolver services) {
        this.services = services;
    }

    byte[] call(JsonNode clientConfig, byte[] review, Duration timeout) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address(clientConfig, timeout))
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(review))
                .build();
        CompletableFuture<HttpResponse<byte[]>> answer = client(clientConfig).sendAsync(request, ANSWER);
        try {
            // The request's own time limit ends with the head of the response.
            HttpResponse<byte[]> response = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != 200) {
                throw new IOException("unexpected response code: " + response.statusCode());
            }
            return response.body();
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("request timed out");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private URI address(JsonNode clientConfig, Duration timeout) throws IOException {
        String url = clientConfig.path("url").asString("");
        if (url.isEmpty()) {
            JsonNode service = clientConfig.path("service");
            String host = services.resolve(
                    service.path("namespace").asString(""),
                    service.path("name").asString(""),
                    service.path("port").asInt(443));
            url = "https://" + host + service.path("path").asString("/");
        }
        String separator = url.indexOf('?') < 0 ? "?" : "&";
        try {
            return URI.create(url + separator + "timeout=" + timeout.toSeconds() + "s");
        } catch (IllegalArgumentException e) {
            throw new IOException("the address " + url + " is not valid", e);
        }
    }

    private HttpClient client(JsonNode clientConfig) throws IOException {
        String bundle = clientConfig.path("caBundle").asString("");
        HttpClient known = clients.get(bundle);
        if (known != null) {
            return known;
        }
        HttpClient.Builder builder = HttpClient.newBuilder()
                .executor(executor)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10));
        if (!bundle.isEmpty()) {
            builder.sslContext(trusting(bundle));
        }
        HttpClient client = builder.build();
        if (clients.size() >= CLIENTS_MAX) {
            clients.clear();
        }
        @Nullable HttpClient raced = clients.putIfAbsent(bundle, client);
        return raced == null ? client : raced;
    }

    private static SSLContext trusting(String bundle) throws IOException {
        try {
            KeyStore trust = KeyStore.getInstance(KeyStore.getDefaultType());
            trust.load(null, null);
            int index = 0;
            byte[] pem = Base64.getDecoder().decode(bundle);
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem))) {
                trust.setCertificateEntry("ca" + index++, certificate);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trust);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the caBundle is not usable: " + e.getMessage(), e);
        }
    }
}
