package dev.archipelago.apiserver.testing;

import dev.archipelago.api.objects.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Iterator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Speaks to the server over real HTTPS, with nothing of ours but JSON in between.
public final class TestingClient {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient http;
    private final String base;
    private final String token;

    /// An answer.
    public record Answer(int code, String text, HttpResponse<String> response) {
        public JsonNode json() {
            return Json.MAPPER.readTree(text);
        }

        /// A field by its dotted path.
        public String at(String path) {
            JsonNode node = json();
            for (String step : path.split("\\.")) {
                node = node.isArray() ? node.path(Integer.parseInt(step)) : node.path(step);
            }
            return node.isValueNode() ? node.asString("") : node.toString();
        }
    }

    /// Events of a watch as they come; blocks for the next.
    public static final class Events implements Iterator<JsonNode>, AutoCloseable {
        private final InputStream in;
        private final BufferedReader lines;
        private @Nullable String next;

        Events(InputStream in) {
            this.in = in;
            lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        }

        @Override
        public boolean hasNext() {
            try {
                next = next == null ? lines.readLine() : next;
                return next != null;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public JsonNode next() {
            if (!hasNext()) {
                throw new AssertionError("the watch ended");
            }
            String line = next;
            next = null;
            return Json.MAPPER.readTree(line);
        }

        /// The next event as `TYPE name`.
        public String brief() {
            JsonNode event = next();
            return event.path("type").asString("")
                    + ' '
                    + event.path("object").path("metadata").path("name").asString("");
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /// @param authority the certificate that the server's is signed with
    public TestingClient(int port, Path authority, String token) throws IOException, GeneralSecurityException {
        base = "https://127.0.0.1:" + port;
        this.token = token;
        http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(trusting(authority))
                .build();
    }

    /// Trusts what this authority signed, and nothing else.
    public static SSLContext trusting(Path authority) throws IOException, GeneralSecurityException {
        KeyStore trust = KeyStore.getInstance(KeyStore.getDefaultType());
        trust.load(null, null);
        try (InputStream in = Files.newInputStream(authority)) {
            Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
            trust.setCertificateEntry("ca", certificate);
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    /// The client underneath, for what has no short form here.
    public HttpClient http() {
        return http;
    }

    public Answer get(String path) {
        return send("GET", path, "", "", "");
    }

    public Answer get(String path, String accept) {
        return send("GET", path, "", "", accept);
    }

    public Answer post(String path, String body) {
        return send("POST", path, "application/json", body, "");
    }

    public Answer put(String path, String body) {
        return send("PUT", path, "application/json", body, "");
    }

    public Answer patch(String path, String contentType, String body) {
        return send("PATCH", path, contentType, body, "");
    }

    public Answer merge(String path, String body) {
        return patch(path, "application/merge-patch+json", body);
    }

    public Answer apply(String path, String body) {
        return patch(path, "application/apply-patch+yaml", body);
    }

    public Answer delete(String path) {
        return send("DELETE", path, "", "", "");
    }

    public Answer send(String method, String path, String contentType, String body, String accept) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(PATIENCE);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (!contentType.isEmpty()) {
            request.header("Content-Type", contentType);
        }
        if (!accept.isEmpty()) {
            request.header("Accept", accept);
        }
        request.method(
                method,
                body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    public Events watch(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Authorization", "Bearer " + token)
                .timeout(PATIENCE)
                .build();
        try {
            HttpResponse<InputStream> response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            if (response.statusCode() != 200) {
                String body = new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
                throw new AssertionError(response.statusCode() + " " + body);
            }
            return new Events(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
