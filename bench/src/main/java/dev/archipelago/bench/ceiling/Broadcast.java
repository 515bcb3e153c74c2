package dev.archipelago.bench.ceiling;

import dev.archipelago.bench.load.Stamp;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.util.Callback;

/// Sends every stamp that came in to all watches, in an event of the right length.
final class Broadcast {
    private final int eventBytes;
    private final Queue<Watch> watches = new ConcurrentLinkedQueue<>();

    Broadcast(int eventBytes) {
        this.eventBytes = eventBytes;
    }

    void add(Stream stream, HeadersFrame headers) {
        var watch = new Watch(stream);
        stream.headers(headers, Callback.from(() -> watches.add(watch), failure -> {}));
    }

    void send(long time) {
        byte[] stamped = Stamp.patch(time);
        byte[] event = Constants.filled(Math.max(eventBytes, stamped.length));
        System.arraycopy(stamped, 0, event, 0, stamped.length);
        watches.removeIf(watch -> watch.stream.isClosed());
        for (Watch watch : watches) {
            watch.send(ByteBuffer.wrap(event));
        }
    }

    /// A stream takes one write at a time.
    private static final class Watch implements Callback {
        private final Stream stream;
        private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
        private boolean writing;

        private Watch(Stream stream) {
            this.stream = stream;
        }

        private void send(ByteBuffer event) {
            synchronized (this) {
                waiting.add(event);
                if (writing) {
                    return;
                }
                writing = true;
            }
            writeNext();
        }

        private void writeNext() {
            ByteBuffer event;
            synchronized (this) {
                event = waiting.poll();
                if (event == null) {
                    writing = false;
                    return;
                }
            }
            stream.data(new DataFrame(stream.getId(), event, false), this);
        }

        @Override
        public void succeeded() {
            writeNext();
        }
    }
}
