package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// More than the server takes: of body, of headers, of parameters.
@ExtendWith(SharedVictim.class)
class OversizeIT {
    private static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";
    private static final int BODY_BYTES_MAX = 3 * 1024 * 1024;

    private final Victim victim;

    OversizeIT(Victim victim) {
        this.victim = victim;
    }

    @AfterEach
    void goesOn() {
        victim.assertUnharmed();
    }

    @ParameterizedTest
    @ValueSource(ints = {BODY_BYTES_MAX + 1, 10 * 1000 * 1000})
    void bodiesOfAnnouncedLengthAreRefusedUnread(int length) throws IOException {
        try (Wire wire = victim.connect()) {
            wire.send(head("Content-Length: " + length));
            assertTooLarge(wire.reply(false));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {BODY_BYTES_MAX + 1, 10 * 1000 * 1000})
    void bodiesOfUnknownLengthAreCutOff(int length) throws IOException {
        try (Wire wire = victim.connect()) {
            wire.send(head("Transfer-Encoding: chunked"));
            byte[] piece = new byte[8 * 1024];
            Arrays.fill(piece, (byte) ' ');
            for (int sent = 0; sent < length; sent += piece.length) {
                try {
                    wire.send(Integer.toHexString(piece.length) + "\r\n");
                    wire.send(piece);
                    wire.send("\r\n");
                } catch (IOException e) {
                    break; // has heard enough
                }
            }
            assertTooLarge(wire.reply(false));
        }
    }

    @Test
    void bodiesJustBelowTheLimitAreRead() throws IOException {
        String frame = "{\"metadata\":{\"name\":\"big\"},\"data\":{\"k\":\"%s\"}}";
        String body = frame.formatted("x".repeat(BODY_BYTES_MAX - frame.length() + 2));
        assertThat(body.getBytes(StandardCharsets.UTF_8)).hasSize(BODY_BYTES_MAX);
        Reply reply = victim.ask("POST", CONFIGMAPS, "application/json", body);
        assertThat(reply.status()).as(reply::toString).isEqualTo(422);
        assertThat(reply.message()).contains("Too long");
        assertTooLarge(victim.ask("POST", CONFIGMAPS, "application/json", body + ' '));
    }

    @Test
    void headersAreLimitedInSizeAndNumber() throws IOException {
        String huge = "X-Huge: " + "x".repeat(100_000) + "\r\n";
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            many.append("X-Many-").append(i).append(": y\r\n");
        }
        for (String headers : new String[] {huge, many.toString()}) {
            try (Wire wire = victim.connect()) {
                try {
                    wire.send("GET " + CONFIGMAPS + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
                } catch (SocketException e) {
                    // Refused and closed before all of it was sent: the answer may be lost on the way.
                    continue;
                }
                Reply reply = wire.reply(false);
                assertThat(reply.fault(false)).as(reply::toString).isEmpty();
                assertThat(reply.status()).isEqualTo(431);
            }
        }
    }

    private String head(String framing) {
        return "POST " + CONFIGMAPS + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + victim.authorization() + "\r\n" + framing + "\r\n\r\n";
    }

    private static void assertTooLarge(Reply reply) {
        assertThat(reply.status()).as(reply::toString).isEqualTo(413);
        assertThat(reply.fault(false)).isEmpty();
        assertThat(reply.reason()).isEqualTo("RequestEntityTooLarge");
        assertThat(reply.message()).contains("limit is 3145728");
    }
}
