package dev.archipelago.apiserver.http;

import java.io.IOException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/// Reads what is left of a body after the answer has been sent. A client that is cut off while it sends may never get
/// to see the answer.
final class Leftovers implements Callback {
    static final long BYTES_MAX = 32L * 1024 * 1024;

    private final Request request;
    private final Callback then;
    private long skippedBytes;

    /// To be completed when the answer has been sent.
    Leftovers(Request request, Callback then) {
        this.request = request;
        this.then = then;
    }

    /// Skips what has arrived.
    ///
    /// @return whether that was all
    static boolean skipAvailable(Request request) {
        return new Leftovers(request, Callback.NOOP).skip() == Skipped.ALL;
    }

    private enum Skipped {
        ALL,
        SOME,
        TOO_MUCH
    }

    private Skipped skip() {
        while (skippedBytes <= BYTES_MAX) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                return Skipped.SOME;
            }
            if (Content.Chunk.isFailure(chunk)) {
                return Skipped.TOO_MUCH;
            }
            skippedBytes += chunk.remaining();
            chunk.release();
            if (chunk.isLast()) {
                return Skipped.ALL;
            }
        }
        return Skipped.TOO_MUCH;
    }

    @Override
    public void succeeded() {
        switch (skip()) {
            case ALL -> then.succeeded();
            case SOME -> request.demand(this::succeeded);
            case TOO_MUCH -> then.failed(new IOException("there is no end to the body"));
        }
    }

    @Override
    public void failed(Throwable cause) {
        then.failed(cause);
    }
}
