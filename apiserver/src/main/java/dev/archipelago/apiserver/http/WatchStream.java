package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.apiserver.registry.EventType;
import dev.archipelago.apiserver.registry.WatchSink;
import dev.archipelago.store.Watch;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;

/// Sends the events of one watch to its client without keeping a thread: events are queued by the store's thread and
/// written by a worker, as many at a time as have gathered, whenever the connection takes more.
///
/// A client that does not read is dropped once its queue is full. It can come back with the last resourceVersion it
/// saw.
final class WatchStream implements WatchSink {
    private static final int QUEUE_FRAMES_MAX = 8192;
    private static final int QUEUE_BYTES_MAX = 16 * 1024 * 1024;
    private static final int WRITE_BYTES_MAX = 64 * 1024;

    private final EventSink out;
    private final EventFormat format;
    private final Executor workers;
    private final WatchBudget budget;
    private final Writing writing = new Writing();

    // Guarded by this:
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private long queuedBytes;
    private boolean scheduled;
    private boolean ending;
    private boolean closed;
    private boolean departed;
    private @Nullable Watch watch;

    /// Where a stream's bytes go.
    interface EventSink {
        void write(boolean last, ByteBuffer bytes, Callback callback);

        /// Whether several events may be written as one piece.
        default boolean joinsEvents() {
            return true;
        }

        /// Cuts the connection or stream.
        void abort(Throwable reason);

        void done();
    }

    /// How events look to this client.
    interface EventFormat {
        byte[] event(EventType type, Stored object);

        byte[] bookmark(long revision);

        /// The bookmark after the state that the watch began with.
        byte[] initialEnd(long revision);

        byte[] error(ApiException reason);
    }

    WatchStream(EventSink out, EventFormat format, Executor workers, WatchBudget budget) {
        this.out = out;
        this.format = format;
        this.workers = workers;
        this.budget = budget;
    }

    /// Binds the running watch, so that closing the stream ends it.
    void runs(Watch started) {
        boolean late;
        synchronized (this) {
            watch = started;
            late = closed;
        }
        if (late) {
            started.close();
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    private synchronized boolean hasDeparted() {
        return departed;
    }

    /// Whether the connection has yet to take what it was given last.
    synchronized boolean isStalled() {
        return writing.pending;
    }

    void requestBookmark() {
        Watch running;
        synchronized (this) {
            running = closed ? null : watch;
        }
        if (running != null) {
            running.requestProgress();
        }
    }

    @Override
    public synchronized boolean isReady() {
        return queue.size() <= QUEUE_FRAMES_MAX / 4 && queuedBytes <= QUEUE_BYTES_MAX / 4 && budget.hasRoom();
    }

    @Override
    public void onEvent(EventType type, Stored object) {
        enqueue(format.event(type, object));
    }

    @Override
    public void onBatchEnd() {
        schedule();
    }

    @Override
    public void onBookmark(long revision) {
        enqueue(format.bookmark(revision));
        schedule();
    }

    @Override
    public void onEnd(ApiException reason) {
        enqueue(format.error(reason));
        end();
    }

    /// Ends the response in good order after what is queued.
    void end() {
        synchronized (this) {
            ending = true;
        }
        schedule();
    }

    /// The client must go, or has gone and left the connection.
    void abort(Throwable reason) {
        if (release()) {
            out.abort(reason);
        }
    }

    /// The connection is gone.
    ///
    /// This may be noticed in the middle of a write, which then fails by itself. To abort it from inside would make
    /// Jetty wait for its end, forever.
    void depart(Throwable reason) {
        if (!release()) {
            return;
        }
        synchronized (this) {
            if (writing.pending) {
                departed = true;
                return;
            }
        }
        out.abort(reason);
    }

    private void enqueue(byte[] frame) {
        boolean overflow;
        synchronized (this) {
            if (closed || ending) {
                return;
            }
            queue.add(frame);
            queuedBytes += frame.length;
            overflow = !budget.take(frame.length, queuedBytes)
                    || queue.size() > QUEUE_FRAMES_MAX
                    || queuedBytes > QUEUE_BYTES_MAX;
        }
        if (overflow) {
            abort(new SlowWatcherException());
        }
    }

    private void schedule() {
        synchronized (this) {
            if (scheduled || closed) {
                return;
            }
            scheduled = true;
        }
        workers.execute(writing::iterate);
    }

    /// Ends the watch and gives back what the queue holds.
    ///
    /// @return whether this call was the one that closed it
    private boolean release() {
        Watch running;
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            budget.giveBack(queuedBytes);
            queuedBytes = 0;
            queue.clear();
            running = watch;
        }
        if (running != null) {
            running.close();
        }
        return true;
    }

    /// The next bytes to write, or null when there are none now.
    private synchronized @Nullable ByteBuffer next() {
        byte[] first = queue.poll();
        if (first == null) {
            return null;
        }
        int length = first.length;
        if (queue.isEmpty() || length >= WRITE_BYTES_MAX || !out.joinsEvents()) {
            account(length);
            return ByteBuffer.wrap(first);
        }
        ByteBuffer gathered = ByteBuffer.allocate((int) Math.clamp(queuedBytes, length, (long) WRITE_BYTES_MAX));
        gathered.put(first);
        while (!queue.isEmpty() && queue.peek().length <= gathered.remaining()) {
            gathered.put(queue.remove());
        }
        account(gathered.position());
        return gathered.flip();
    }

    private void account(int bytes) {
        queuedBytes -= bytes;
        budget.giveBack(bytes);
    }

    private final class Writing extends IteratingCallback {
        private boolean pending;

        @Override
        protected Action process() {
            boolean left;
            synchronized (WatchStream.this) {
                pending = false;
                if (closed && !departed) {
                    return Action.SUCCEEDED;
                }
                left = closed;
                if (!left && queue.isEmpty() && !ending) {
                    scheduled = false;
                    return Action.IDLE;
                }
                pending = !left;
            }
            ByteBuffer bytes = left ? null : next();
            if (bytes != null) {
                out.write(false, bytes, this);
                return Action.SCHEDULED;
            }
            if (!left && release()) {
                out.write(true, ByteBuffer.allocate(0), Callback.from(out::done, out::abort));
            } else if (hasDeparted()) {
                out.abort(new EOFException("the client is gone"));
            }
            return Action.SUCCEEDED;
        }

        @Override
        protected void onFailure(Throwable cause) {
            if (hasDeparted()) {
                out.abort(cause);
            } else {
                WatchStream.this.abort(cause);
            }
        }
    }

    /// A watcher that did not keep up.
    static final class SlowWatcherException extends RuntimeException {
        SlowWatcherException() {
            super("the watcher does not keep up", null, false, false);
        }
    }
}
