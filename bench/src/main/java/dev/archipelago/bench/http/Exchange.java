package dev.archipelago.bench.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;

/// One request and its answer, whose body is counted and dropped as it comes.
public abstract class Exchange implements Stream.Listener {
    private static final int KEPT_BYTES = 300;

    private final AtomicBoolean over = new AtomicBoolean();
    private int status;
    private long bytes;
    private String beginning = "";

    /// Called once, by a thread of the connection: must not block.
    protected abstract void done(Answer answer);

    /// Sees all of the body, piece by piece.
    protected void piece(ByteBuffer buffer) {}

    /// The answer has begun.
    protected void begun(Stream stream, MetaData.Response response) {}

    @Override
    public final void onHeaders(Stream stream, HeadersFrame frame) {
        if (frame.getMetaData() instanceof MetaData.Response response) {
            status = response.getStatus();
            begun(stream, response);
        }
        if (frame.isEndStream()) {
            end();
        } else {
            stream.demand();
        }
    }

    @Override
    public final void onDataAvailable(Stream stream) {
        while (true) {
            Stream.Data data = stream.readData();
            if (data == null) {
                stream.demand();
                return;
            }
            ByteBuffer buffer = data.frame().getByteBuffer();
            bytes += buffer.remaining();
            if (status >= 300 && beginning.isEmpty()) {
                beginning = beginning(buffer);
            }
            piece(buffer);
            boolean last = data.frame().isEndStream();
            data.release();
            if (last) {
                end();
                return;
            }
        }
    }

    private static String beginning(ByteBuffer buffer) {
        byte[] kept = new byte[Math.min(buffer.remaining(), KEPT_BYTES)];
        buffer.get(buffer.position(), kept);
        return new String(kept, StandardCharsets.UTF_8);
    }

    private void end() {
        if (over.compareAndSet(false, true)) {
            done(new Answer(status, bytes, beginning));
        }
    }

    final void broke(String why) {
        if (over.compareAndSet(false, true)) {
            done(new Answer(0, bytes, why));
        }
    }

    @Override
    public final void onReset(Stream stream, ResetFrame frame, Callback callback) {
        callback.succeeded();
        broke("the server reset the stream with error " + frame.getError());
    }

    @Override
    public final void onFailure(Stream stream, int error, String reason, Throwable failure, Callback callback) {
        callback.succeeded();
        broke(reason + ": " + failure);
    }
}
