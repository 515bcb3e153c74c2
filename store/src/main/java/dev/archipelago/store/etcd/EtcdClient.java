package dev.archipelago.store.etcd;

import com.google.protobuf.ByteString;
import dev.archipelago.store.NoSpaceException;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.etcd.EtcdCall.CallException;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.function.Consumer;

/// Requests to etcd with a bound on how long each may take. Reads go from member to member until one answers; writes
/// do so only as long as they have certainly not been sent.
final class EtcdClient {
    /// How long one member may take to answer a read while there are others to ask.
    private static final Duration ATTEMPT = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int PAGE_KEYS = 250;
    /// Appended to a key, gives the next possible key.
    private static final ByteString AFTER = ByteString.copyFrom(new byte[1]);

    private final Endpoints endpoints;
    private final KeySpace keys;
    private final Duration timeout;
    private final Continuity continuity;
    private volatile boolean outOfSpace;

    EtcdClient(Endpoints endpoints, KeySpace keys, Duration timeout) {
        this.continuity = new Continuity(String.join(", ", endpoints.names()));
        this.endpoints = endpoints;
        this.keys = keys;
        this.timeout = timeout;
    }

    Duration timeout() {
        return timeout;
    }

    /// The newest revision that any answer has mentioned.
    long newestRevision() {
        return continuity.newestRevision();
    }

    /// Whether etcd refused the last write that needed room.
    boolean isOutOfSpace() {
        return outOfSpace;
    }

    /// Tells whether all answers come from the same etcd.
    Continuity continuity() {
        return continuity;
    }

    /// The newest revision of etcd as agreed by its members.
    long latestRevision() {
        RangeRequest request =
                RangeRequest.newBuilder().setKey(keys.fence()).setKeysOnly(true).build();
        long before = continuity.newestRevision();
        try {
            RangeResponse response = read(KVGrpc.getRangeMethod(), request);
            return continuity.check(response.getHeader(), before);
        } catch (CallException e) {
            throw unreachable(e);
        }
    }

    /// Whether the state at a revision can still be read.
    boolean readable(long revision) {
        RangeRequest request = RangeRequest.newBuilder()
                .setKey(keys.fence())
                .setKeysOnly(true)
                .setRevision(revision)
                .build();
        try {
            read(KVGrpc.getRangeMethod(), request);
            return true;
        } catch (CallException e) {
            if (e.code() == Status.Code.OUT_OF_RANGE) {
                return false;
            }
            throw unreachable(e);
        }
    }

    /// Reads all keys as of one revision, a page at a time.
    ///
    /// @return false when the revision was compacted meanwhile
    boolean list(long revision, Consumer<io.etcd.jetcd.api.KeyValue> visitor) {
        RangeRequest.Builder request = RangeRequest.newBuilder()
                .setKey(keys.start())
                .setRangeEnd(keys.end())
                .setRevision(revision)
                .setLimit(PAGE_KEYS);
        try {
            while (true) {
                RangeResponse page = read(KVGrpc.getRangeMethod(), request.build());
                for (io.etcd.jetcd.api.KeyValue entry : page.getKvsList()) {
                    if (!keys.isFence(entry.getKey())) {
                        visitor.accept(entry);
                    }
                }
                if (!page.getMore()) {
                    return true;
                }
                request.setKey(page.getKvs(page.getKvsCount() - 1).getKey().concat(AFTER));
            }
        } catch (CallException e) {
            if (e.code() == Status.Code.OUT_OF_RANGE) {
                return false;
            }
            throw unreachable(e);
        }
    }

    TxnResponse commit(TxnRequest request) {
        long before = continuity.newestRevision();
        try {
            TxnResponse response = write(KVGrpc.getTxnMethod(), request);
            continuity.check(response.getHeader(), before);
            if (outOfSpace && request.getSuccessList().stream().anyMatch(RequestOp::hasRequestPut)) {
                outOfSpace = false;
            }
            return response;
        } catch (CallException e) {
            throw writeFailure(e);
        }
    }

    /// Writes the fence.
    ///
    /// @return the revision it was written at
    long fence() {
        long before = continuity.newestRevision();
        try {
            PutRequest request = PutRequest.newBuilder().setKey(keys.fence()).build();
            long revision =
                    continuity.check(write(KVGrpc.getPutMethod(), request).getHeader(), before);
            outOfSpace = false;
            return revision;
        } catch (CallException e) {
            throw writeFailure(e);
        }
    }

    /// Tells etcd to forget history. That it already has is no error.
    void compact(long revision) {
        try {
            write(
                    KVGrpc.getCompactMethod(),
                    CompactionRequest.newBuilder().setRevision(revision).build());
        } catch (CallException e) {
            if (e.code() != Status.Code.OUT_OF_RANGE) {
                throw writeFailure(e);
            }
        }
    }

    private <Q, A> A read(MethodDescriptor<Q, A> method, Q request) throws CallException {
        return attempt(method, request, endpoints.size() > 1 ? ATTEMPT : timeout, CallException::temporary);
    }

    private <Q, A> A write(MethodDescriptor<Q, A> method, Q request) throws CallException {
        return attempt(method, request, timeout, failure -> failure.temporary() && !failure.sent());
    }

    private <Q, A> A attempt(MethodDescriptor<Q, A> method, Q request, Duration each, Retry retry)
            throws CallException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            ManagedChannel channel = endpoints.current();
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            try {
                return EtcdCall.make(channel, method, request, each.compareTo(left) < 0 ? each : left);
            } catch (CallException e) {
                if (e.temporary()) {
                    endpoints.failed(channel);
                }
                if (!retry.worthwhile(e) || System.nanoTime() + PAUSE.toNanos() >= deadline) {
                    throw e;
                }
            }
            pause();
        }
    }

    private interface Retry {
        boolean worthwhile(CallException failure);
    }

    /// Shortly, and even when interrupted: the deadline is near enough.
    private static void pause() {
        boolean interrupted = Thread.interrupted();
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private StoreException unreachable(CallException e) {
        return new StoreException(
                "etcd at " + String.join(", ", endpoints.names()) + " does not answer: " + e.getMessage(), e);
    }

    private StoreException writeFailure(CallException e) {
        if (!e.sent()) {
            return unreachable(e);
        }
        if (e.code() == Status.Code.RESOURCE_EXHAUSTED
                && String.valueOf(e.getMessage()).contains("space exceeded")) {
            outOfSpace = true;
            return new NoSpaceException("no space in etcd: " + e.getMessage());
        }
        return new StoreException(
                e.temporary()
                        ? "etcd did not answer the write, whose outcome is unknown: " + e.getMessage()
                        : "etcd refused the write: " + e.getMessage(),
                e);
    }
}
