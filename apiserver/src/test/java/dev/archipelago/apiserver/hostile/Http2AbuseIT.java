package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What HTTP/2 lets a client do that no client should.
@ExtendWith(SharedVictim.class)
class Http2AbuseIT {
    private static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";
    private static final int FLOOD = 50_000;
    /// Told to calm down, or past hearing it.
    private static final String CUT_OFF = "((1|11) .*)?";

    private final Victim victim;

    Http2AbuseIT(Victim victim) {
        this.victim = victim;
    }

    @AfterEach
    void goesOn() {
        victim.assertUnharmed();
    }

    @Test
    void speaksToWhoeverSpeaksHttp2ByHand() throws IOException {
        try (Http2Wire wire = new Http2Wire(victim, 1 << 20)) {
            Reply reply = wire.reply(wire.request("GET", CONFIGMAPS, true));
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.json().path("kind").asString()).isEqualTo("ConfigMapList");
        }
    }

    /// Opens and resets streams as fast as it can.
    @Test
    void rapidResetsEndTheConnection() throws IOException {
        try (Http2Wire wire = new Http2Wire(victim, 1 << 16)) {
            byte[] cancel = ByteBuffer.allocate(4).putInt(8).array();
            String farewell = flood(wire, () -> {
                ByteArrayOutputStream some = new ByteArrayOutputStream();
                for (int i = 0; i < 100; i++) {
                    int stream = wire.nextStream();
                    int flags = Http2Wire.END_HEADERS | Http2Wire.END_STREAM;
                    some.writeBytes(
                            Http2Wire.encode(Http2Wire.HEADERS, flags, stream, wire.headers("GET", CONFIGMAPS)));
                    some.writeBytes(Http2Wire.encode(Http2Wire.RESET, 0, stream, cancel));
                }
                return some.toByteArray();
            });
            assertThat(farewell).matches(CUT_OFF);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Http2Wire.SETTINGS, Http2Wire.PING})
    void floodsThatAskForAnswersEndTheConnection(int type) throws IOException {
        try (Http2Wire wire = new Http2Wire(victim, 1 << 16)) {
            byte[] frame = Http2Wire.encode(type, 0, 0, new byte[type == Http2Wire.PING ? 8 : 0]);
            assertThat(flood(wire, () -> repeated(frame, 100))).matches(CUT_OFF);
        }
    }

    @Test
    void emptyFramesEndTheConnection() throws IOException {
        try (Http2Wire wire = new Http2Wire(victim, 1 << 16)) {
            int stream = wire.request("POST", CONFIGMAPS, false);
            byte[] frame = Http2Wire.encode(Http2Wire.DATA, 0, stream, new byte[0]);
            assertThat(flood(wire, () -> repeated(frame, 100))).matches(CUT_OFF);
        }
    }

    /// Headers that never end.
    @Test
    void continuationsWithoutEndAreCutOff() throws IOException {
        try (Http2Wire wire = new Http2Wire(victim, 1 << 16)) {
            int stream = wire.nextStream();
            wire.frame(Http2Wire.HEADERS, Http2Wire.END_STREAM, stream, wire.headers("GET", CONFIGMAPS));
            ByteArrayOutputStream more = new ByteArrayOutputStream();
            Http2Wire.field(more, "x-more", "y".repeat(1000));
            byte[] frame = Http2Wire.encode(Http2Wire.CONTINUATION, 0, stream, more.toByteArray());
            assertThat(flood(wire, () -> repeated(frame, 100))).matches(CUT_OFF);
        }
    }

    @Test
    void oversizedHeadersAreRefused() throws IOException {
        try (Http2Wire wire = new Http2Wire(victim, 1 << 16)) {
            int stream = wire.nextStream();
            byte[] block = wire.headers("GET", CONFIGMAPS, "x-huge", "y".repeat(200_000));
            for (int at = 0; at < block.length; at += 16_000) {
                int length = Math.min(16_000, block.length - at);
                byte[] part = Arrays.copyOfRange(block, at, at + length);
                int end = at + length == block.length ? Http2Wire.END_HEADERS : 0;
                wire.frame(
                        at == 0 ? Http2Wire.HEADERS : Http2Wire.CONTINUATION,
                        end | (at == 0 ? Http2Wire.END_STREAM : 0),
                        stream,
                        part);
            }
            assertThat(refusal(wire, stream)).isNotEmpty();
        } catch (SocketException e) {
            return; // hung up on before it was all sent
        }
    }

    /// A small header block that stands for a huge one.
    @Test
    void headersThatGrowWhenTheyAreReadAreRefused() throws IOException {
        try (Http2Wire wire = new Http2Wire(victim, 1 << 16)) {
            int stream = wire.nextStream();
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            block.writeBytes(wire.headers("GET", CONFIGMAPS));
            block.write(0x40); // to be remembered as number 62
            block.writeBytes(new byte[] {1, 'x', 127, (byte) (0x80 | (3000 - 127) % 128), (3000 - 127) / 128});
            block.writeBytes("y".repeat(3000).getBytes(StandardCharsets.US_ASCII));
            block.writeBytes(repeated(new byte[] {(byte) (0x80 | 62)}, 8_000));
            wire.frame(Http2Wire.HEADERS, Http2Wire.END_HEADERS | Http2Wire.END_STREAM, stream, block.toByteArray());
            assertThat(refusal(wire, stream)).isNotEmpty();
        }
    }

    @Test
    void moreStreamsThanAllowedAreRefused() throws IOException {
        try (Http2Wire wire = new Http2Wire(victim, 0)) {
            int last = 0;
            for (int i = 0; i < 1100; i++) {
                last = wire.request("GET", CONFIGMAPS + "?watch=1", true);
            }
            int stream = last;
            assertThat(refusal(wire, stream)).contains("reset");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000401040000000000000000", // settings with an acknowledgement and a payload
                "000004080000000000" + "00000000", // a window opened by nothing
                "000004080000000000" + "7fffffff", // a window beyond its limit
                "000001000000000000" + "78", // data on stream 0
                "000000010500000002", // a stream with an even number
                "00000009040000000100", // a continuation of nothing
                "ffffff000000000001", // a frame of 16 MB
                "000005060000000000" + "0000000000" // a short ping
            })
    void brokenFramesEndTheConnection(String frame) throws IOException {
        try (Http2Wire wire = new Http2Wire(victim, 1 << 16)) {
            wire.raw(HexFormat.of().parseHex(frame));
            assertThat(wire.farewell()).isNotEmpty();
        }
    }

    /// Headers that HTTP/2 does not have, or that contradict the body.
    @Test
    void malformedRequestsAreRefused() throws IOException {
        String[][] malformed = {
            {"connection", "keep-alive"},
            {"transfer-encoding", "chunked"},
            {":path", "/again"},
            {":unknown", "x"},
            {"content-length", "5"},
            {"content-length", "-1"},
            {"te", "gzip"}
        };
        for (String[] header : malformed) {
            try (Http2Wire wire = new Http2Wire(victim, 1 << 16)) {
                int stream = wire.request("POST", CONFIGMAPS, true, header[0], header[1]);
                assertThat(refusal(wire, stream)).as(header[0]).isNotEmpty();
            }
        }
    }

    private interface Some {
        byte[] next();
    }

    /// Sends until the server ends the connection, and returns what it said.
    private static String flood(Http2Wire wire, Some some) throws IOException {
        Thread sender = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < FLOOD; i += 100) {
                    wire.raw(some.next());
                }
            } catch (IOException e) {
                // has been cut off, as it should be
            }
        });
        try {
            return wire.farewell();
        } finally {
            sender.interrupt();
        }
    }

    /// How a request was refused: by a status, a reset or the end of the connection.
    private static String refusal(Http2Wire wire, int stream) throws IOException {
        try {
            Reply reply = wire.reply(stream);
            assertThat(reply.status()).isBetween(400, 499);
            assertThat(reply.fault(false)).isEmpty();
            return reply.text();
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static byte[] repeated(byte[] bytes, int times) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            out.writeBytes(bytes);
        }
        return out.toByteArray();
    }
}
