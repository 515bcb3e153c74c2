package dev.archipelago.bench.federation;

import dev.archipelago.bench.http.Answer;
import dev.archipelago.bench.http.Call;
import dev.archipelago.bench.http.Exchange;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// A watch of all StatefulSets, and what is seen of them in its events.
final class SetWatch extends Exchange {
    static final Call CALL = Call.get(Sets.PATH + "?watch=1&resourceVersion=0");

    private final Consumer<SetEvent> seen;
    private final Consumer<String> broken;
    private final ByteArrayOutputStream event = new ByteArrayOutputStream();

    /// @param broken is told why the watch has ended
    SetWatch(Consumer<SetEvent> seen, Consumer<String> broken) {
        this.seen = seen;
        this.broken = broken;
    }

    @Override
    protected void piece(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                event.write(bytes, from, i - from);
                seen.accept(SetEvent.of(event.toByteArray()));
                event.reset();
                from = i + 1;
            }
        }
        event.write(bytes, from, bytes.length - from);
    }

    @Override
    protected void done(Answer answer) {
        broken.accept(answer.toString());
    }
}
