package dev.archipelago.bench.load;

import dev.archipelago.bench.http.Answer;
import dev.archipelago.bench.http.Call;
import dev.archipelago.bench.http.Connections;
import dev.archipelago.bench.http.Exchange;
import dev.archipelago.bench.report.Latencies;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Watches that note how old each stamped change is when it arrives.
final class Watchers {
    private static final int PATIENCE_SECONDS = 30;
    /// Nothing for this long means that nothing more will come.
    private static final int STALL_SECONDS = 10;

    private final Latencies latencies;
    private final CountDownLatch begun;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<@Nullable String> complaint = new AtomicReference<>();
    private final Queue<Stream> streams = new ConcurrentLinkedQueue<>();
    private volatile long lastArrival;
    private volatile boolean stopped;

    private Watchers(int watchers, int events) {
        this.latencies = new Latencies(events);
        this.begun = new CountDownLatch(watchers);
    }

    /// Starts the watches, spread over the connections, and waits until every one has been answered.
    static Watchers start(Connections connections, int count, String path, int updates) throws Exception {
        var watchers = new Watchers(count, count * updates);
        for (int i = 0; i < count; i++) {
            connections.send(i, Call.get(path), watchers.new Watching());
        }
        if (!watchers.begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(watchers.begun.getCount() + " of " + count + " watches were not answered");
        }
        watchers.check();
        return watchers;
    }

    private void check() throws IOException {
        String text = complaint.get();
        if (text != null) {
            throw new IOException("a watch failed: " + text);
        }
    }

    /// Waits until so many events have arrived, or no more do.
    ///
    /// @return the nano time of the last arrival
    long await(int events) throws IOException, InterruptedException {
        lastArrival = Math.max(lastArrival, System.nanoTime());
        while (latencies.count() < events
                && System.nanoTime() - lastArrival < TimeUnit.SECONDS.toNanos(STALL_SECONDS)) {
            Thread.sleep(5);
        }
        check();
        return lastArrival;
    }

    Latencies latencies() {
        return latencies;
    }

    /// Of all bodies so far.
    long bytes() {
        return bytes.get();
    }

    void stop() {
        stopped = true;
        for (Stream stream : streams) {
            stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
        }
    }

    private final class Watching extends Exchange {
        private final Stamp stamp = new Stamp();

        @Override
        protected void begun(Stream stream, MetaData.Response response) {
            streams.add(stream);
            if (response.getHttpFields().contains(HttpHeader.CONTENT_ENCODING)) {
                complaint.set("its events are compressed, and can not be looked into");
            } else if (response.getStatus() != 200) {
                complaint.set("status " + response.getStatus());
            }
            begun.countDown();
        }

        @Override
        protected void piece(ByteBuffer buffer) {
            bytes.addAndGet(buffer.remaining());
            stamp.find(buffer, sent -> {
                latencies.add(Stamp.now() - sent);
                lastArrival = System.nanoTime();
            });
        }

        /// The server ends no watch as long as a benchmark runs.
        @Override
        protected void done(Answer answer) {
            if (!stopped) {
                complaint.set("it ended early: " + answer);
            }
            begun.countDown();
        }
    }
}
