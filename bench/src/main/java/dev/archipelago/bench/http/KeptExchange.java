package dev.archipelago.bench.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/// The rare exchange whose body is wanted. Short, so that no server compresses it.
final class KeptExchange extends Exchange {
    private final CompletableFuture<Answer> future = new CompletableFuture<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    @Override
    protected void piece(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        body.writeBytes(bytes);
    }

    @Override
    protected void done(Answer answer) {
        future.complete(answer);
    }

    CompletableFuture<Answer> future() {
        return future;
    }

    String text() {
        return body.toString(StandardCharsets.UTF_8);
    }
}
