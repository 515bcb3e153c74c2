package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests whose end is a matter of opinion, with another request hidden in the difference. There is one answer, it
/// is a refusal, and the connection ends: the hidden request is never served.
@ExtendWith(SharedVictim.class)
class SmugglingIT {
    private static final String HIDDEN = "DELETE /api/v1/namespaces/default/configmaps/treasure HTTP/1.1\r\n";

    private final Victim victim;

    SmugglingIT(Victim victim) {
        this.victim = victim;
    }

    @AfterEach
    void goesOn() {
        victim.assertUnharmed();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Content-Length: 0~Content-Length: 5
            Content-Length: 5~Content-Length: 0
            Content-Length: 0, 5
            Content-Length: 5~Transfer-Encoding: chunked
            Transfer-Encoding: chunked~Content-Length: 5
            Content-Length: -1
            Content-Length: +5
            Content-Length: 0x5
            Content-Length: 99999999999999999999
            Transfer-Encoding: xchunked
            Transfer-Encoding: chunked, identity
            Transfer-Encoding: identity
            Transfer-Encoding: chunked~Transfer-Encoding: identity
            Transfer-Encoding : chunked
            Content-Length : 5
            """)
    void ambiguousLengthsAreRefused(String framing) throws IOException {
        assertRefused(framing.replace("~", "\r\n") + "\r\n\r\n0\r\n\r\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            zz~x~
            -1~x~
            0x1~x~
            ffffffffffffffff~x~
            5~abcdefgh~
            1;a=~x
            """)
    void badChunksAreRefused(String chunk) throws IOException {
        assertRefused("Transfer-Encoding: chunked\r\n\r\n" + chunk.replace("~", "\r\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            POST /x HTTP/1.1~Host: a~Host: b
            POST /x HTTP/1.1
            POST /x HTTP/9.9~Host: a
            POST /x~Host: a
            POST /x HTTP/1.1 HTTP/1.1~Host: a
            POST /x HTTP/1.1~Host: a~ folded: b
            POST /x HTTP/1.1~Host: a~: b
            POST /x HTTP/1.1~Host: a~no colon
            POST /x HTTP/1.1~Host: a~bad header: b
            """)
    void malformedHeadsAreRefused(String head) throws IOException {
        try (Wire wire = victim.connect()) {
            wire.send(head.replace("~", "\r\n") + "\r\n" + victim.authorization() + "\r\n\r\n" + hidden());
            assertRefusedOnce(wire);
        }
    }

    @Test
    void rubbishInsteadOfHttpIsRefused() throws IOException {
        for (String rubbish :
                new String[] {"\u0000\u0001\u0002\u0003\r\n\r\n", "\u0016\u0003\u0001\u0002\u0000\r\n\r\n"}) {
            try (Wire wire = victim.connect()) {
                wire.send(rubbish);
                assertRefusedOnce(wire);
            }
        }
    }

    private void assertRefused(String framingAndBody) throws IOException {
        String treasure = "/api/v1/namespaces/default/configmaps";
        victim.client().post(treasure, "{\"metadata\":{\"name\":\"treasure\"}}");
        try (Wire wire = victim.connect()) {
            wire.send("POST " + treasure + " HTTP/1.1\r\nHost: localhost\r\n" + victim.authorization() + "\r\n"
                    + framingAndBody + hidden());
            assertRefusedOnce(wire);
        }
        assertThat(victim.client().get(treasure + "/treasure").code()).isEqualTo(200);
    }

    private String hidden() {
        return HIDDEN + "Host: localhost\r\n" + victim.authorization() + "\r\n\r\n";
    }

    private static void assertRefusedOnce(Wire wire) throws IOException {
        try {
            Reply reply = wire.reply(false);
            assertThat(reply.fault(false)).as(reply::toString).isEmpty();
            assertThat(reply.status()).as(reply::toString).isBetween(400, 499);
        } catch (EOFException e) {
            return; // hung up on: clear enough
        }
        assertThat(wire.ends()).isTrue();
    }
}
