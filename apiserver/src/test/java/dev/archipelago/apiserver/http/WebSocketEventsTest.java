package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.OutgoingEntry;
import org.junit.jupiter.api.Test;

class WebSocketEventsTest {
    private final Session session = new Session();
    private final WebSocketEvents events = new WebSocketEvents(false, opened -> {});

    @Test
    void asksForMoreWhenTheAnswerToAPingIsGone() {
        events.onOpen(session, Callback.NOOP);
        assertThat(session.demanded).isEqualTo(1);

        events.onFrame(new Frame(OpCode.PING, ByteBuffer.wrap(new byte[] {7})), Callback.NOOP);
        assertThat(session.sent).hasSize(1);
        assertThat(session.demanded).isEqualTo(1);

        session.sent.getFirst().getCallback().succeeded();
        assertThat(session.demanded).isEqualTo(2);
    }

    /// The bytes of a frame are its connection's again, which may read the next into them while the answer waits.
    @Test
    void answersAPingWithWhatItCarriedThen() {
        events.onOpen(session, Callback.NOOP);
        ByteBuffer lent = ByteBuffer.wrap(new byte[] {7});

        events.onFrame(new Frame(OpCode.PING, lent), Callback.from(() -> lent.put(0, (byte) 9)));
        lent.put(0, (byte) 8);

        Frame pong = session.sent.getFirst().getFrame();
        assertThat(pong.getOpCode()).isEqualTo(OpCode.PONG);
        assertThat(pong.getPayload().get(0)).isEqualTo((byte) 7);
    }

    @Test
    void tellsOfAClientThatLeftBeforeAnybodyListened() {
        List<Throwable> gone = new ArrayList<>();
        events.onOpen(session, Callback.NOOP);
        events.onClosed(CloseStatus.NORMAL_STATUS, Callback.NOOP);

        events.whenEnded(gone::add, () -> {});

        assertThat(gone).hasSize(1);
    }

    private static final class Session extends CoreSession.Empty {
        final List<OutgoingEntry> sent = new ArrayList<>();
        int demanded;

        @Override
        public void demand() {
            demanded++;
        }

        @Override
        public void sendFrame(OutgoingEntry entry) {
            sent.add(entry);
        }
    }
}
