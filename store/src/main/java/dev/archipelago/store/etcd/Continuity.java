package dev.archipelago.store.etcd;

import dev.archipelago.store.StoreException;
import io.etcd.jetcd.api.ResponseHeader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/// Checks that all answers come from one etcd whose revision never goes back. One that was made anew, or restored from
/// an older snapshot, has another history than the replica here: what is read from the replica would not be there, and
/// revisions that clients have seen would be given to other changes. Nothing but a new start mends that.
final class Continuity {
    private final String endpoints;
    private final AtomicLong clusterId = new AtomicLong();
    private final AtomicLong newestRevision = new AtomicLong();
    private final CompletableFuture<StoreException> ended = new CompletableFuture<>();

    Continuity(String endpoints) {
        this.endpoints = endpoints;
    }

    /// The newest revision that any answer has mentioned.
    long newestRevision() {
        return newestRevision.get();
    }

    /// Completes, with the reason, when this is not the same etcd any more.
    CompletableFuture<StoreException> ended() {
        return ended;
    }

    /// Looks at an answer that all members agree on.
    ///
    /// @param before the newest revision that was known when the request was sent
    /// @return the revision of the answer
    /// @throws StoreException when it is from another etcd, or from an older state
    long check(ResponseHeader header, long before) {
        checkCluster(header);
        if (header.getRevision() < before) {
            throw end("etcd at " + endpoints + " stands at revision " + header.getRevision() + " but stood at " + before
                    + " before: it was restored from an older state, or has lost data; start this server anew");
        }
        newestRevision.accumulateAndGet(header.getRevision(), Math::max);
        return header.getRevision();
    }

    /// Looks at an answer of one member, which may lag behind.
    ///
    /// @throws StoreException when it is from another etcd
    void checkCluster(ResponseHeader header) {
        long id = header.getClusterId();
        if (!clusterId.compareAndSet(0, id) && clusterId.get() != id) {
            throw end("etcd at " + endpoints + " is another one than before: its cluster id is "
                    + Long.toHexString(id) + " and was " + Long.toHexString(clusterId.get())
                    + "; start this server anew");
        }
    }

    /// @throws StoreException when this is not the same etcd any more
    void check() {
        if (ended.isDone()) {
            throw new StoreException(String.valueOf(ended.join().getMessage()), ended.join());
        }
    }

    private StoreException end(String message) {
        StoreException reason = new StoreException(message);
        ended.complete(reason);
        return reason;
    }
}
