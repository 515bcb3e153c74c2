package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients that take their time, many more than the requests that are worked on at once. Everyone else is served
/// meanwhile.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlowClientsIT {
    private static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";
    private static final String SECRETS = "/api/v1/namespaces/default/secrets";
    private static final int SLOW = 450;
    private static final int SLOW_CONNECTIONS = 50;

    Victim victim;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        victim = Victim.start(directory);
        for (int i = 0; i < 4; i++) {
            String body = "{\"metadata\":{\"name\":\"large-%d\"},\"data\":{\"k\":\"%s\"}}"
                    .formatted(i, "eHh4".repeat(100_000));
            assertThat(victim.client().post(SECRETS, body).code()).isEqualTo(201);
        }
    }

    @AfterAll
    void stop() {
        victim.close();
    }

    @Test
    void whoDripsHeadersIsInNobodysWay() throws IOException {
        List<Wire> wires = new ArrayList<>();
        for (int i = 0; i < SLOW_CONNECTIONS; i++) {
            wires.add(victim.connect());
        }
        String head = "GET " + CONFIGMAPS + " HTTP/1.1\r\nHost: localhost\r\n" + victim.authorization() + "\r\n\r\n";
        for (int i = 0; i < head.length(); i += 60) {
            for (Wire wire : wires) {
                wire.send(head.substring(i, Math.min(i + 60, head.length())));
            }
            victim.assertUnharmed();
        }
        for (Wire wire : wires) {
            assertThat(wire.reply(false).status()).isEqualTo(200);
            wire.close();
        }
    }

    @Test
    void whoDripsABodyIsInNobodysWay() throws IOException {
        byte[] body = "{\"metadata\":{\"generateName\":\"slow-\"}}".getBytes(StandardCharsets.US_ASCII);
        try (Http2Wire wire = new Http2Wire(victim, 1 << 20)) {
            List<Integer> streams = new ArrayList<>();
            for (int i = 0; i < SLOW; i++) {
                streams.add(wire.request("POST", CONFIGMAPS, false, "content-type", "application/json"));
            }
            for (int i = 0; i < body.length; i += 10) {
                byte[] piece = Arrays.copyOfRange(body, i, Math.min(i + 10, body.length));
                int last = i + 10 >= body.length ? Http2Wire.END_STREAM : 0;
                victim.assertUnharmed();
                for (int stream : streams) {
                    wire.frame(Http2Wire.DATA, last, stream, piece);
                }
            }
            for (int stream : streams.reversed()) {
                // All at once they are too many.
                assertThat(wire.reply(stream).status()).isIn(201, 429);
            }
            victim.assertUnharmed();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SECRETS,
                SECRETS + "/large-1",
                SECRETS + "?watch=1",
                SECRETS + "?watch=1&resourceVersion=0",
                "/openapi/v2"
            })
    void whoDoesNotReadIsInNobodysWay(String path) throws IOException {
        assertThat(victim.client()
                        .get(path + (path.contains("?") ? "&timeoutSeconds=1" : ""))
                        .code())
                .isEqualTo(200);
        try (Http2Wire wire = new Http2Wire(victim, 0)) {
            for (int i = 0; i < SLOW; i++) {
                wire.request("GET", path, true);
            }
            for (int i = 0; i < 3; i++) {
                victim.assertUnharmed();
                assertThat(victim.client().get(SECRETS + "/large-2").code()).isEqualTo(200);
            }
        }
    }
}
