package dev.archipelago.apiserver.http;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/// Completes an exchange. When it fails, the connection is cut by a thread that has nothing else to do.
///
/// Jetty first waits, spinning, for a write on that connection to end. Who finds out that a client is gone is often in
/// the middle of that very write, and would wait for itself; and a virtual thread that spins keeps others from ending
/// theirs.
final class Cutting extends Callback.Nested {
    private final Executor threads;

    Cutting(Request request, Callback exchange) {
        super(exchange);
        threads = request.getComponents().getExecutor();
    }

    @Override
    public void failed(Throwable reason) {
        try {
            threads.execute(() -> super.failed(reason));
        } catch (RejectedExecutionException e) {
            // The server is stopping, which cuts off everybody.
        }
    }
}
