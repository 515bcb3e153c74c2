package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Watches over WebSocket.
@ExtendWith(OwnServer.class)
@Timeout(30)
class WebSocketWatchIT {
    private static final String PATH = "/api/v1/namespaces/default/configmaps";

    /// Pings at once, and how often to send so many: more than fits into all buffers on the way.
    private static final int BATCH = 1000;

    private static final int BATCHES = 500;

    private final TestingApiServer server;

    WebSocketWatchIT(TestingApiServer server) {
        this.server = server;
    }

    @Test
    void everyEventIsAMessage() throws Exception {
        create("before");
        Messages messages = new Messages();
        String query = "?watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan";
        WebSocket socket = connect()
                .header("Authorization", "Bearer " + server.adminToken())
                .buildAsync(uri(query), messages)
                .get();
        assertThat(messages.next().at("/object/metadata/name").asString()).isEqualTo("before");
        assertThat(messages.next().path("type").asString()).isEqualTo("BOOKMARK");
        for (int i = 0; i < 200; i++) {
            create("c-" + i);
        }
        for (int i = 0; i < 200; i++) {
            assertThat(messages.next().at("/object/metadata/name").asString()).isEqualTo("c-" + i);
        }
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get();
        assertThat(messages.take()).isEqualTo("closed 1000");
    }

    @Test
    void theTokenMayComeAsASubprotocol() throws Exception {
        String encoded = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(server.adminToken().getBytes(StandardCharsets.UTF_8));
        Messages messages = new Messages();
        WebSocket socket = connect()
                .subprotocols("base64url.bearer.authorization.k8s.io." + encoded, "base64.binary.k8s.io")
                .buildAsync(uri("?watch=true"), messages)
                .get();
        assertThat(socket.getSubprotocol()).isEqualTo("base64.binary.k8s.io");
        create("a");
        assertThat(messages.next().at("/object/metadata/name").asString()).isEqualTo("a");
        socket.abort();
    }

    @Test
    void aWatchThatIsOverClosesTheSocket() throws Exception {
        Messages messages = new Messages();
        connect()
                .header("Authorization", "Bearer " + server.adminToken())
                .buildAsync(uri("?watch=true&timeoutSeconds=1"), messages)
                .get();
        assertThat(messages.take()).isEqualTo("closed 1000");
    }

    @Test
    void aCompactedVersionIsToldAsAnEvent() throws Exception {
        for (int i = 0; i < 5; i++) {
            create("c-" + i);
        }
        server.store().compact(server.store().observedRevision());
        Messages messages = new Messages();
        connect()
                .header("Authorization", "Bearer " + server.adminToken())
                .buildAsync(uri("?watch=true&resourceVersion=1"), messages)
                .get();
        JsonNode error = messages.next();
        assertThat(error.path("type").asString()).isEqualTo("ERROR");
        assertThat(error.at("/object/code").asInt()).isEqualTo(410);
        assertThat(messages.take()).isEqualTo("closed 1000");
    }

    @Test
    void aStrangerIsRefused() {
        Assertions.assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() ->
                        connect().buildAsync(uri("?watch=true"), new Messages()).get())
                .withMessageContaining("WebSocketHandshakeException");
    }

    @Test
    void pingsAreAnsweredInTheirOrder() throws Exception {
        try (RawWebSocket socket = new RawWebSocket(server, PATH + "?watch=true")) {
            socket.sendHandshakeAnd(pings(0, 1000));
            assertThat(socket.head()).contains(" 101 ");
            assertAnswered(socket, 0, 1000);
            create("a");
            assertThat(socket.next().opCode()).isEqualTo(OpCode.TEXT);
            socket.send(pings(10, 20));
            assertAnswered(socket, 10, 20);
        }
    }

    /// On a slow machine this may take a pause for the end, and then sees less than it could, but nothing wrong.
    @Test
    void noMoreIsReadFromAClientThatReadsNoAnswers() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                RawWebSocket socket = new RawWebSocket(server, PATH + "?watch=true")) {
            socket.sendHandshakeAnd();
            assertThat(socket.head()).contains(" 101 ");
            var _ = threads.submit(() -> {
                for (int i = 0; i < BATCHES; i++) {
                    socket.send(pings(0, BATCH));
                    sent.set(i + 1);
                }
                return null;
            });
            int before;
            do {
                before = sent.get();
                Thread.sleep(500);
            } while (before == 0 || sent.get() > before);
            assertThat(before).isLessThan(BATCHES);

            // Who reads again is answered again.
            while (sent.get() == before) {
                assertThat(socket.next().opCode()).isEqualTo(OpCode.PONG);
            }
        }
    }

    @Test
    void whoLeavesRightAfterTheHandshakeLeavesNoWatchBehind() throws Exception {
        try (RawWebSocket staying = new RawWebSocket(server, PATH + "?watch=true")) {
            staying.sendHandshakeAnd();
            awaitWatches(1);
            for (int i = 0; i < 100; i++) {
                try (RawWebSocket polite = new RawWebSocket(server, PATH + "?watch=true")) {
                    polite.sendHandshakeAnd(RawWebSocket.goodbye());
                    assertThat(polite.head()).contains(" 101 ");
                    assertThat(polite.next().opCode()).isEqualTo(OpCode.CLOSE);
                }
                try (RawWebSocket sudden = new RawWebSocket(server, PATH + "?watch=true")) {
                    sudden.sendHandshakeAnd();
                    assertThat(sudden.head()).contains(" 101 ");
                }
            }
            awaitWatches(1);
        }
        awaitWatches(0);
    }

    private void awaitWatches(int expected) throws InterruptedException {
        while (server.watches() != expected) {
            Thread.sleep(10);
        }
    }

    private static byte[] pings(int from, int to) {
        ByteArrayOutputStream pings = new ByteArrayOutputStream();
        for (int i = from; i < to; i++) {
            pings.writeBytes(RawWebSocket.ping(i));
        }
        return pings.toByteArray();
    }

    private static void assertAnswered(RawWebSocket socket, int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            RawWebSocket.Received answer = socket.next();
            assertThat(answer.opCode()).isEqualTo(OpCode.PONG);
            assertThat(answer.payload().getInt()).isEqualTo(i);
        }
    }

    private void create(String name) {
        assertThat(server.admin()
                        .post(PATH, "{\"metadata\":{\"name\":\"" + name + "\"}}")
                        .code())
                .isEqualTo(201);
    }

    private WebSocket.Builder connect() {
        return server.admin().http().newWebSocketBuilder();
    }

    private URI uri(String query) {
        return URI.create("wss://127.0.0.1:" + server.port() + PATH + query);
    }

    /// What the server says.
    private static final class Messages implements WebSocket.Listener {
        private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
        private final StringBuilder partial = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                received.add(partial.toString());
                partial.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            received.add("closed " + code);
            return null;
        }

        String take() throws InterruptedException {
            return received.take();
        }

        JsonNode next() throws InterruptedException {
            return Json.MAPPER.readTree(take());
        }
    }
}
