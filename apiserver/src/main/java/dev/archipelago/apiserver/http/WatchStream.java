package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.registry.EventType;
import dev.archipelago.apiserver.registry.WatchSink;
import dev.archipelago.store.Watch;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
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
    private final ArrayDeque<EventFrame> queue = new ArrayDeque<>();
    private long queuedBytes;
    private State state = State.IDLE;
    private boolean ending;
    private @Nullable Watch watch;

    private enum State {
        IDLE,
        /// A worker gathers what is to be written, or will.
        GATHERING,
        /// The connection has yet to take what it was given.
        WRITING,
        /// The client left while something was being written.
        DEPARTED,
        CLOSED
    }

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
        EventFrame event(EventType type, Stored object);

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
            late = isClosed();
        }
        if (late) {
            started.close();
        }
    }

    synchronized boolean isClosed() {
        return state == State.CLOSED || state == State.DEPARTED;
    }

    /// Whether the connection has yet to take what it was given last.
    synchronized boolean isStalled() {
        return state == State.WRITING;
    }

    void requestBookmark() {
        Watch running;
        synchronized (this) {
            running = isClosed() ? null : watch;
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
        enqueue(EventFrame.of(format.bookmark(revision)));
        schedule();
    }

    @Override
    public void onEnd(ApiException reason) {
        enqueue(EventFrame.of(format.error(reason)));
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
        if (release(State.CLOSED) != State.CLOSED) {
            out.abort(reason);
        }
    }

    /// The connection is gone.
    ///
    /// This may be noticed in the middle of a write, which then fails by itself. To abort it from inside would make
    /// Jetty wait for its end, forever.
    void depart(Throwable reason) {
        State before = release(State.DEPARTED);
        if (before != State.CLOSED && before != State.WRITING) {
            out.abort(reason);
        }
    }

    private void enqueue(EventFrame frame) {
        boolean overflow;
        synchronized (this) {
            if (isClosed() || ending) {
                return;
            }
            queue.add(frame);
            queuedBytes += frame.size();
            overflow = !budget.take(frame.size(), queuedBytes)
                    || queue.size() > QUEUE_FRAMES_MAX
                    || queuedBytes > QUEUE_BYTES_MAX;
        }
        if (overflow) {
            abort(new SlowWatcherException());
        }
    }

    private void schedule() {
        synchronized (this) {
            if (state != State.IDLE) {
                return;
            }
            state = State.GATHERING;
        }
        workers.execute(writing::iterate);
    }

    /// Ends the watch and gives back what the queue holds.
    ///
    /// @param why DEPARTED counts only while something is being written
    /// @return what the stream was doing, which is CLOSED when there was nothing left to end
    private State release(State why) {
        State before;
        Watch running;
        synchronized (this) {
            if (isClosed()) {
                return State.CLOSED;
            }
            before = state;
            state = before == State.WRITING ? why : State.CLOSED;
            budget.giveBack(queuedBytes);
            queuedBytes = 0;
            queue.clear();
            running = watch;
        }
        if (running != null) {
            running.close();
        }
        return before;
    }

    /// Moves what is to be written next out of the queue.
    ///
    /// @return what there is to do
    private synchronized State gather(List<EventFrame> into) {
        if (isClosed()) {
            return state;
        }
        state = State.GATHERING;
        long size = 0;
        for (EventFrame frame = queue.peek(); frame != null; frame = queue.peek()) {
            if (!into.isEmpty() && (size + frame.size() > WRITE_BYTES_MAX || !out.joinsEvents())) {
                break;
            }
            into.add(queue.remove());
            size += frame.size();
        }
        queuedBytes -= size;
        budget.giveBack(size);
        if (into.isEmpty() && !ending) {
            state = State.IDLE;
        }
        return state;
    }

    private synchronized boolean beginWrite() {
        if (isClosed()) {
            return false;
        }
        state = State.WRITING;
        return true;
    }

    private synchronized boolean hasDeparted() {
        return state == State.DEPARTED;
    }

    private static ByteBuffer join(List<EventFrame> frames) {
        if (frames.size() == 1) {
            return ByteBuffer.wrap(frames.getFirst().bytes());
        }
        byte[][] parts = new byte[frames.size()][];
        int length = 0;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = frames.get(i).bytes();
            length += parts[i].length;
        }
        ByteBuffer joined = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            joined.put(part);
        }
        return joined.flip();
    }

    private final class Writing extends IteratingCallback {

        @Override
        protected Action process() {
            List<EventFrame> frames = new ArrayList<>();
            return switch (gather(frames)) {
                case IDLE -> Action.IDLE;
                case GATHERING, WRITING -> frames.isEmpty() ? finish() : write(frames);
                case DEPARTED -> {
                    out.abort(new EOFException("the client is gone"));
                    yield Action.SUCCEEDED;
                }
                case CLOSED -> Action.SUCCEEDED;
            };
        }

        private Action write(List<EventFrame> frames) {
            ByteBuffer bytes = join(frames);
            if (!beginWrite()) {
                return Action.SUCCEEDED;
            }
            out.write(false, bytes, this);
            return Action.SCHEDULED;
        }

        private Action finish() {
            if (release(State.CLOSED) != State.CLOSED) {
                out.write(true, ByteBuffer.allocate(0), Callback.from(out::done, out::abort));
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
