package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.registry.ObjectSize;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// Takes in the body of a request, at the pace of the client and without a thread while there is nothing to read.
final class Receiving {
    /// An object that is read can be written back.
    private static final int BYTES_MAX = ObjectSize.BYTES_MAX;

    /// What is set aside on the word of the client alone.
    private static final int TRUSTED_BYTES = 64 * 1024;

    private final Request request;
    private final SlowClients slow;
    private final Ending ending;
    private byte[] body;
    private int length;
    private volatile SlowClients.@Nullable Wait wait;
    private volatile boolean dropped;
    private final AtomicReference<State> state = new AtomicReference<>(State.READING);

    /// Only who takes it out of WAITING may touch the request: one thread reads, and no other answers meanwhile.
    private enum State {
        READING,
        WAITING,
        OVER
    }

    /// What follows. One of the two is called, once.
    interface Ending {
        void received(byte[] body);

        void failed(ApiException why);
    }

    private Receiving(Request request, SlowClients slow, Ending ending) {
        this.request = request;
        this.slow = slow;
        this.ending = ending;
        long announced = request.getLength();
        body = new byte[(int) Math.clamp(announced, 0, (long) TRUSTED_BYTES)];
    }

    /// Starts. When the whole body is there already, this returns after the ending.
    static void start(Request request, SlowClients slow, Ending ending) {
        if (request.getLength() > BYTES_MAX) {
            ending.failed(tooLarge());
        } else {
            new Receiving(request, slow, ending).receive();
        }
    }

    private void receive() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                await();
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                fail(ApiException.badRequest("the request body could not be read"));
                return;
            }
            boolean last = chunk.isLast();
            boolean fits = add(chunk);
            if (!fits) {
                fail(tooLarge());
                return;
            }
            if (last) {
                end();
                ending.received(length == body.length ? body : Arrays.copyOf(body, length));
                return;
            }
        }
    }

    private boolean add(Content.Chunk chunk) {
        try {
            int more = chunk.remaining();
            if (more > BYTES_MAX - length) {
                return false;
            }
            if (length + more > body.length) {
                body = Arrays.copyOf(body, Math.min(BYTES_MAX, Math.max(length + more, 2 * body.length)));
            }
            chunk.get(body, length, more);
            length += more;
            return true;
        } finally {
            chunk.release();
        }
    }

    private void await() {
        SlowClients.Wait waiting = wait;
        if (waiting == null) {
            waiting = slow.enter(body.length, this::drop);
            wait = waiting;
        } else {
            waiting.holds(body.length);
        }
        state.set(State.WAITING);
        if (dropped) {
            endLate();
            return;
        }
        try {
            request.demand(this::resume);
        } catch (IllegalStateException e) {
            // Dropped at this very moment, the request is over.
            if (state.get() != State.OVER) {
                throw e;
            }
        }
    }

    private void resume() {
        if (state.compareAndSet(State.WAITING, State.READING)) {
            receive();
        }
    }

    /// Gives up on the client, at once if nobody is reading, else when whoever reads would wait again.
    private void drop() {
        dropped = true;
        endLate();
    }

    private void endLate() {
        if (state.compareAndSet(State.WAITING, State.OVER)) {
            ending.failed(late());
        }
    }

    private void fail(ApiException why) {
        end();
        ending.failed(why);
    }

    private void end() {
        state.set(State.OVER);
        SlowClients.Wait waiting = wait;
        if (waiting != null) {
            waiting.close();
        }
    }

    private static ApiException late() {
        return new ApiException(Reason.TIMEOUT, "the request body did not arrive in time");
    }

    private static ApiException tooLarge() {
        return new ApiException(
                Reason.REQUEST_ENTITY_TOO_LARGE, "Request entity too large: limit is " + BYTES_MAX + " bytes");
    }
}
