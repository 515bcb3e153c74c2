package dev.archipelago.controller.remote;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Receives the body of an answer up to a number of bytes. What a server sends beyond that is neither read nor kept.
final class BoundedBody implements BodySubscriber<byte[]> {
    private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
    private final long bytesMax;
    private Flow.@Nullable Subscription subscription;
    private long received;

    /// The body exceeds the limit.
    static final class TooLongException extends IOException {
        TooLongException(long bytesMax) {
            super("it sends more than " + bytesMax + " bytes");
        }
    }

    private BoundedBody(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    static BodyHandler<byte[]> of(long bytesMax) {
        return answer -> new BoundedBody(bytesMax);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return bytes.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        bytes.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        if (received > bytesMax) {
            return;
        }
        for (ByteBuffer buffer : buffers) {
            received += buffer.remaining();
        }
        if (received <= bytesMax) {
            bytes.onNext(buffers);
            return;
        }
        if (subscription != null) {
            subscription.cancel();
        }
        bytes.onError(new TooLongException(bytesMax));
    }

    @Override
    public void onError(Throwable failure) {
        bytes.onError(failure);
    }

    @Override
    public void onComplete() {
        bytes.onComplete();
    }
}
