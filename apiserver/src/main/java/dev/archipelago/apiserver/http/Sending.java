package dev.archipelago.apiserver.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Hands bytes to the connection. Those that it does not take at once make their request one of the slow clients'.
final class Sending {
    private Sending() {}

    /// Sends the last bytes of a response, which need not be taken when this returns.
    ///
    /// @param then completes the exchange
    static void last(Response response, ByteBuffer bytes, SlowClients slow, Callback then) {
        int length = bytes.remaining();
        Last sending = new Last(then);
        response.write(true, bytes, sending);
        if (!sending.over.get()) {
            sending.await(slow, length);
        }
    }

    /// Sends some bytes and waits until the connection has taken them.
    ///
    /// @param stalling is called when it does not at once
    static void some(Response response, ByteBuffer bytes, SlowClients slow, Runnable stalling) throws IOException {
        int length = bytes.remaining();
        CompletableFuture<Void> taken = new CompletableFuture<>();
        response.write(false, bytes, Callback.from(() -> taken.complete(null), taken::completeExceptionally));
        try {
            if (taken.isDone()) {
                taken.get();
                return;
            }
            stalling.run();
            SlowClients.Wait wait =
                    slow.enter(length, () -> taken.completeExceptionally(new SlowClients.SlowClientException()));
            try (wait) {
                taken.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException("the client did not take the response", e.getCause());
        }
    }

    private static final class Last implements Callback {
        private final Callback then;
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile SlowClients.@Nullable Wait wait;

        Last(Callback then) {
            this.then = then;
        }

        void await(SlowClients slow, int length) {
            SlowClients.Wait entered = slow.enter(length, () -> failed(new SlowClients.SlowClientException()));
            wait = entered;
            if (over.get()) {
                entered.close();
            }
        }

        @Override
        public void succeeded() {
            if (end()) {
                then.succeeded();
            }
        }

        @Override
        public void failed(Throwable cause) {
            if (end()) {
                then.failed(cause);
            }
        }

        private boolean end() {
            boolean first = over.compareAndSet(false, true);
            SlowClients.Wait waiting = wait;
            if (waiting != null) {
                waiting.close();
            }
            return first;
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
