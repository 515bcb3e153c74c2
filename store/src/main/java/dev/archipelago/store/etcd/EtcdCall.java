package dev.archipelago.store.etcd;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One request to one member and its answer. The caller waits for it even when interrupted, because a write that was
/// sent cannot be taken back; the deadline bounds the wait.
final class EtcdCall<A> extends ClientStreamTracer.Factory implements StreamObserver<A> {
    private final CompletableFuture<A> answer = new CompletableFuture<>();
    private volatile boolean sent;

    static <Q, A> A make(Channel channel, MethodDescriptor<Q, A> method, Q request, Duration timeout)
            throws CallException {
        var call = new EtcdCall<A>();
        CallOptions options = CallOptions.DEFAULT
                .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .withStreamTracerFactory(call);
        ClientCalls.asyncUnaryCall(channel.newCall(method, options), request, call);
        return call.await();
    }

    private A await() throws CallException {
        try {
            return answer.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CallException(Status.fromThrowable(cause), sent, cause);
        }
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new ClientStreamTracer() {
            @Override
            public void outboundHeaders() {
                sent = true;
            }
        };
    }

    @Override
    public void onNext(A value) {
        answer.complete(value);
    }

    @Override
    public void onError(Throwable failure) {
        answer.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
        answer.completeExceptionally(new StatusException(Status.INTERNAL.withDescription("no answer")));
    }

    /// A request that got no answer, or an error for one.
    static final class CallException extends Exception {
        private final transient Status status;
        private final boolean sent;

        CallException(Status status, boolean sent, @Nullable Throwable cause) {
            super(describe(status), cause);
            this.status = status;
            this.sent = sent;
        }

        private static String describe(Status status) {
            if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
                return "no answer in time";
            }
            String description = status.getDescription();
            return description == null ? status.getCode().toString() : description;
        }

        Status.Code code() {
            return status.getCode();
        }

        /// Whether the request may have reached etcd.
        boolean sent() {
            return sent;
        }

        /// Whether etcd might do the same request later or elsewhere.
        boolean temporary() {
            return switch (code()) {
                case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED, INTERNAL, UNKNOWN, ABORTED -> true;
                case OK,
                        INVALID_ARGUMENT,
                        NOT_FOUND,
                        ALREADY_EXISTS,
                        PERMISSION_DENIED,
                        RESOURCE_EXHAUSTED,
                        FAILED_PRECONDITION,
                        OUT_OF_RANGE,
                        UNIMPLEMENTED,
                        DATA_LOSS,
                        UNAUTHENTICATED -> false;
            };
        }
    }
}
