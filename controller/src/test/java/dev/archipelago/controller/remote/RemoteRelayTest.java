package dev.archipelago.controller.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.relay.Relay;
import dev.archipelago.api.relay.Relay.Header;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RemoteRelayTest {
    private static final UserInfo ALICE = new UserInfo(
            "alice", "", List.of("admins", "system:authenticated"), Map.of("example.com/team:a", List.of("blue")));
    private static final long PATIENCE_SECONDS = 30;

    private FakeServer server;
    private final Heard heard = new Heard();

    /// The answer that the client received.
    private static final class Heard implements Relay.Answer {
        private final BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
        private final List<Header> headers = new ArrayList<>();
        private final List<Runnable> whenGone = new ArrayList<>();
        private int status;

        @Override
        public void begin(int newStatus, List<Header> newHeaders) {
            status = newStatus;
            headers.addAll(newHeaders);
        }

        @Override
        public void write(byte[] bytes, int length) {
            pieces.add(new String(bytes, 0, length, StandardCharsets.UTF_8));
        }

        @Override
        public synchronized void whenGone(Runnable action) {
            whenGone.add(action);
        }

        synchronized void leave() {
            whenGone.forEach(Runnable::run);
        }

        String next() throws InterruptedException {
            String piece = pieces.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (piece == null) {
                throw new AssertionError("nothing came");
            }
            return piece;
        }

        List<String> headerNames() {
            return headers.stream()
                    .map(header -> header.name().toLowerCase(java.util.Locale.ROOT))
                    .toList();
        }
    }

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RemoteRelay relay(boolean impersonates) throws IOException {
        return RemoteRelay.to(kubeconfig(server.port()), impersonates, Duration.ofSeconds(PATIENCE_SECONDS));
    }

    private static Kubeconfig kubeconfig(int port) throws IOException {
        return Kubeconfig.of("http://127.0.0.1:" + port + "/prefix", "", "federations-own", false);
    }

    private static Relay.Request request(String method, String body, Header... headers) {
        return new Relay.Request(
                ALICE,
                method,
                "c1",
                "/api/v1/pods",
                "limit=5",
                List.of(headers),
                body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void asksWithTheFederationsCredentialsAndNothingOfTheClients() throws Exception {
        List<Headers> came = new ArrayList<>();
        server.answer(exchange -> {
            came.add(exchange.getRequestHeaders());
            FakeServer.text(201, "made").give(exchange);
        });
        try (RemoteRelay relay = relay(false)) {
            relay.pass(
                    request(
                            "POST",
                            "a pod",
                            new Header("Authorization", "Bearer clients"),
                            new Header("Cookie", "a=b"),
                            new Header("X-Remote-User", "root"),
                            new Header("Impersonate-User", "root"),
                            new Header("Connection", "close, X-Secret"),
                            new Header("X-Secret", "s"),
                            new Header("Transfer-Encoding", "chunked"),
                            new Header("Content-Type", "application/json"),
                            new Header("Accept", "application/yaml")),
                    heard);
        }
        FakeServer.Asked asked = server.asked();
        assertThat(asked.line()).isEqualTo("POST /prefix/api/v1/pods?limit=5");
        assertThat(asked.authorization()).isEqualTo("Bearer federations-own");
        assertThat(asked.contentType()).isEqualTo("application/json");
        assertThat(asked.body()).isEqualTo("a pod");
        assertThat(came.getFirst().getFirst("Accept")).isEqualTo("application/yaml");
        assertThat(came.getFirst()).doesNotContainKeys("Cookie", "X-remote-user", "X-secret", "Impersonate-user");
        assertThat(heard.status).isEqualTo(201);
        assertThat(heard.pieces).containsExactly("", "made");
    }

    @Test
    void namesWhoAsksWhereThatIsAllowed() throws Exception {
        List<Headers> came = new ArrayList<>();
        server.answer(exchange -> {
            came.add(exchange.getRequestHeaders());
            FakeServer.text(200, "").give(exchange);
        });
        try (RemoteRelay relay = relay(true)) {
            relay.pass(request("GET", "", new Header("Impersonate-User", "root")), heard);
            Headers headers = came.getFirst();
            assertThat(headers.get("Impersonate-User")).containsExactly("alice");
            assertThat(headers.get("Impersonate-Group")).containsExactly("admins", "system:authenticated");
            assertThat(headers.get("Impersonate-Extra-example.com%2Fteam%3Aa")).containsExactly("blue");

            Relay.Request umlaut =
                    new Relay.Request(UserInfo.of("j\u00fcrgen"), "GET", "c1", "/api", "", List.of(), new byte[0]);
            assertThatThrownBy(() -> relay.pass(umlaut, heard)).hasMessageContaining("cannot be named");
        }
    }

    @Test
    void holdsBackWhatIsAboutTheConnectionAndThePlace() throws Exception {
        server.answer(exchange -> {
            exchange.getResponseHeaders().add("Set-Cookie", "a=b");
            exchange.getResponseHeaders().add("Connection", "X-Hop");
            exchange.getResponseHeaders().add("X-Hop", "1");
            exchange.getResponseHeaders().add("Warning", "299 - \"old\"");
            FakeServer.text(409, "{}").give(exchange);
        });
        try (RemoteRelay relay = relay(false)) {
            relay.pass(request("GET", ""), heard);
        }
        assertThat(heard.status).isEqualTo(409);
        assertThat(heard.headerNames())
                .contains("warning", "content-length")
                .doesNotContain("set-cookie", "connection", "x-hop", "transfer-encoding");
    }

    @Test
    void passesEventsOnAsTheyComeUntilTheClientLeaves() throws Exception {
        CountDownLatch more = new CountDownLatch(1);
        server.answer(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            more.await();
            exchange.getResponseBody().write("one".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            Thread.sleep(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        });
        try (RemoteRelay relay = relay(false)) {
            Thread passing = Thread.ofVirtual().start(() -> {
                try {
                    relay.pass(request("GET", ""), heard);
                } catch (IOException e) {
                    // The answer was cut short.
                }
            });
            assertThat(heard.next()).isEmpty();
            more.countDown();
            assertThat(heard.next()).isEqualTo("one");
            heard.leave();
            assertThat(passing.join(Duration.ofSeconds(PATIENCE_SECONDS))).isTrue();
        }
    }

    @Test
    void saysThatTheServerIsNotThere() throws Exception {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = socket.getLocalPort();
        }
        try (RemoteRelay relay = RemoteRelay.to(kubeconfig(nobody), false)) {
            assertThatThrownBy(() -> relay.pass(request("GET", ""), heard))
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.SERVICE_UNAVAILABLE));
        }
        // Accepts connections and never answers.
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RemoteRelay relay = RemoteRelay.to(kubeconfig(silent.getLocalPort()), false, Duration.ofMillis(200))) {
            assertThatThrownBy(() -> relay.pass(request("GET", ""), heard))
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TIMEOUT));
        }
    }

    @Test
    void doesNotBlameTheClientForWhatTheFederationIsRefused() throws Exception {
        server.answer(401, "{}");
        server.answer(exchange -> {
            exchange.getResponseHeaders().add("Location", "https://elsewhere.example");
            FakeServer.text(302, "").give(exchange);
        });
        try (RemoteRelay relay = relay(false)) {
            assertThatThrownBy(() -> relay.pass(request("GET", ""), heard))
                    .hasMessageContaining("does not accept the federation's credentials");
            assertThatThrownBy(() -> relay.pass(request("GET", ""), heard)).hasMessageContaining("redirection");
        }
        assertThat(heard.status).isZero();
    }
}
