package dev.archipelago.store.etcd;

import dev.archipelago.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A request whose answer several callers may share: each gets the answer of a request that started after the caller
/// asked, and at most one is under way at a time.
final class Shared {
    private final LongSupplier request;
    private @Nullable CompletableFuture<Long> running;
    private @Nullable CompletableFuture<Long> next;

    Shared(LongSupplier request) {
        this.request = request;
    }

    long ask() {
        try {
            return join().join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new StoreException(String.valueOf(cause.getMessage()), cause);
        }
    }

    private synchronized CompletableFuture<Long> join() {
        if (running == null) {
            running = start(new CompletableFuture<>());
            return running;
        }
        if (next == null) {
            next = new CompletableFuture<>();
        }
        return next;
    }

    private CompletableFuture<Long> start(CompletableFuture<Long> answer) {
        Thread.ofVirtual().name("etcd-request").start(() -> run(answer));
        return answer;
    }

    private void run(CompletableFuture<Long> answer) {
        try {
            long value = request.getAsLong();
            startNext();
            answer.complete(value);
        } catch (RuntimeException | Error e) {
            startNext();
            answer.completeExceptionally(e);
        }
    }

    private synchronized void startNext() {
        running = next == null ? null : start(next);
        next = null;
    }
}
