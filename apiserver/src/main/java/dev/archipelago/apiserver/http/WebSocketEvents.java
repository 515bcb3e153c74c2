package dev.archipelago.apiserver.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;

/// A watch as a WebSocket: each event is one message, a text unless it is in protobuf. What the client says is ignored,
/// until it leaves.
final class WebSocketEvents implements FrameHandler, WatchStream.EventSink {
    private final byte opCode;
    private final Consumer<WebSocketEvents> onOpened;
    private Consumer<Throwable> onGone = reason -> {};
    private Runnable onDone = () -> {};
    private final AtomicInteger sending = new AtomicInteger();
    private volatile @Nullable CoreSession session;
    private @Nullable Throwable departure;
    private volatile boolean ended;

    /// @param binary whether events are bytes, not text
    /// @param onOpened may send from then on
    WebSocketEvents(boolean binary, Consumer<WebSocketEvents> onOpened) {
        this.opCode = binary ? OpCode.BINARY : OpCode.TEXT;
        this.onOpened = onOpened;
    }

    /// Says what to do when the client has left, and when all is over.
    void whenEnded(Consumer<Throwable> gone, Runnable done) {
        Throwable already;
        synchronized (this) {
            onGone = gone;
            onDone = done;
            already = departure;
        }
        if (already != null) {
            gone.accept(already);
        }
    }

    private void leave(Throwable reason) {
        Consumer<Throwable> gone;
        synchronized (this) {
            departure = reason;
            gone = onGone;
        }
        gone.accept(reason);
    }

    @Override
    public void onOpen(CoreSession opened, Callback callback) {
        session = opened;
        // A watch that has nothing to tell is not idle, but one that does not take what it is told, or is over, is.
        opened.addIdleTimeoutListener(timeout -> ended || sending.get() > 0);
        callback.succeeded();
        opened.demand();
        onOpened.accept(this);
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        // Once it has been taken, its bytes are no longer ours.
        ByteBuffer payload = copy(frame.getPayload());
        callback.succeeded();
        CoreSession open = session();
        switch (frame.getOpCode()) {
            case OpCode.CLOSE -> open.close(CloseStatus.NORMAL, "", Callback.NOOP);
            // One at a time: who does not read the answers is not asked for more.
            case OpCode.PING ->
                open.sendFrame(new Frame(OpCode.PONG, payload), Callback.from(open::demand, failure -> {}), false);
            default -> open.demand();
        }
    }

    private static ByteBuffer copy(ByteBuffer payload) {
        return ByteBuffer.allocate(payload.remaining()).put(payload.duplicate()).flip();
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        leave(cause);
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        leave(new IOException("the client left"));
        callback.succeeded();
    }

    /// Sends one event and waits until the connection has taken it.
    void send(byte[] event, SlowClients slow) throws IOException, InterruptedException {
        Callback.Completable taken = new Callback.Completable();
        write(false, ByteBuffer.wrap(event), taken);
        try (var _ = slow.enter(event.length, session()::abort)) {
            taken.get();
        } catch (ExecutionException e) {
            throw new IOException("the client left", e.getCause());
        }
    }

    @Override
    public boolean joinsEvents() {
        return false;
    }

    @Override
    public void write(boolean last, ByteBuffer bytes, Callback callback) {
        if (last) {
            ended = true;
            session().close(CloseStatus.NORMAL, "", callback);
        } else {
            sending.incrementAndGet();
            Callback counted = Callback.from(callback, sending::decrementAndGet);
            session().sendFrame(new Frame(opCode, bytes), counted, false);
        }
    }

    @Override
    public void abort(Throwable reason) {
        onDone.run();
        session().abort();
    }

    @Override
    public void done() {
        onDone.run();
    }

    private CoreSession session() {
        CoreSession opened = session;
        if (opened == null) {
            throw new IllegalStateException("not opened yet");
        }
        return opened;
    }
}
