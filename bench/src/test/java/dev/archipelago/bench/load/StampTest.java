package dev.archipelago.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StampTest {
    private static final String STREAM = "{\"a\":\"/update-was-sent-\",\"f:/update-was-sent-at\":{}}//"
            + new String(Stamp.patch(0), StandardCharsets.UTF_8)
            + "\n\"\"/update-was-/update-was-sent-at\":\"12\""
            + new String(Stamp.patch(Long.MAX_VALUE), StandardCharsets.UTF_8);

    private static List<Long> find(int pieceLength) {
        byte[] bytes = STREAM.getBytes(StandardCharsets.UTF_8);
        var stamp = new Stamp();
        var found = new ArrayList<Long>();
        for (int at = 0; at < bytes.length; at += pieceLength) {
            stamp.find(ByteBuffer.wrap(bytes, at, Math.min(pieceLength, bytes.length - at)), found::add);
        }
        return found;
    }

    @Test
    void findsAllStampsHoweverTheStreamIsCut() {
        for (int pieceLength = 1; pieceLength <= STREAM.length(); pieceLength++) {
            assertThat(find(pieceLength)).as("pieces of %d", pieceLength).containsExactly(0L, 12L, Long.MAX_VALUE);
        }
    }

    @Test
    void leavesThePieceUnread() {
        ByteBuffer piece = ByteBuffer.wrap(Stamp.patch(1));
        new Stamp().find(piece, time -> {});
        assertThat(piece.position()).isZero();
    }
}
