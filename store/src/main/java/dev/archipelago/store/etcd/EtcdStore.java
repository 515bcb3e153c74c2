package dev.archipelago.store.etcd;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.NoSpaceException;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.Range;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import dev.archipelago.store.Watch;
import dev.archipelago.store.WatchListener;
import dev.archipelago.store.mvcc.MvccIndex;
import io.etcd.jetcd.api.TxnResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A [Store] in an etcd cluster, shared with every other store that has the same prefix there.
///
/// Reads are answered from this process and may lag behind what other processes wrote; [#latestRevision()] with
/// [#awaitObserved] makes them linearizable. While etcd is away, writes and [#latestRevision()] fail within the
/// timeout, reads and watches stand still, and all go on when it is back. When another etcd answers in its place, or
/// one
/// restored from an older state, the store is broken.
public final class EtcdStore implements Store {
    /// A replica that has not heard of a revision by then probably never will, unless a fence is written.
    private static final Duration FENCE_AFTER = Duration.ofMillis(25);

    private final Endpoints endpoints;
    private final EtcdClient client;
    private final Transactions transactions;
    private final Replica replica;
    private final MvccIndex index;
    private final WatchFeed feed;
    private final Shared latest;
    private final Shared fence;
    private final Compactions compactions;
    private volatile boolean closed;

    private EtcdStore(EtcdOptions options, Endpoints endpoints, EtcdClient client, KeySpace keys) {
        this.endpoints = endpoints;
        this.client = client;
        this.transactions = new Transactions(keys);
        this.replica = Replica.load(keys, client, options);
        this.index = replica.index();
        this.feed = new WatchFeed(endpoints, keys, client, replica);
        this.latest = new Shared(client::latestRevision);
        this.fence = new Shared(client::fence);
        this.compactions = new Compactions(client, index, options.compactionInterval());
    }

    /// Connects to etcd and reads the state into memory.
    ///
    /// @throws StoreException when etcd does not answer
    public static EtcdStore open(EtcdOptions options) {
        var endpoints = new Endpoints(options);
        try {
            var keys = new KeySpace(options.prefix());
            var store = new EtcdStore(options, endpoints, new EtcdClient(endpoints, keys, options.timeout()), keys);
            store.start();
            return store;
        } catch (RuntimeException e) {
            endpoints.close();
            throw e;
        }
    }

    private void start() {
        index.start();
        endpoints.onMove(feed::restart);
        feed.start();
        compactions.start();
        try {
            observe(client.newestRevision(), false);
        } catch (StoreException e) {
            close();
            throw e;
        }
    }

    @Override
    public long latestRevision() {
        checkOpen();
        return latest.ask();
    }

    @Override
    public long observedRevision() {
        return index.observedRevision();
    }

    @Override
    public long compactedRevision() {
        return index.compactedRevision();
    }

    @Override
    public boolean isBroken() {
        // Whatever else is wrong with etcd may pass.
        return client.continuity().ended().isDone();
    }

    /// Completes, with the reason, when the etcd is not the one that this store was opened on, or has gone back in
    /// time.
    /// The store is then broken: whoever uses it should end, and start anew.
    public CompletableFuture<StoreException> broken() {
        return client.continuity().ended().copy();
    }

    @Override
    public String trouble() {
        if (isBroken()) {
            return "etcd is not the one that it was";
        }
        try {
            latestRevision();
            if (client.isOutOfSpace()) {
                // Only a write tells whether there is room again, and nobody else may write to a server that is not
                // ready.
                client.fence();
            }
            return "";
        } catch (NoSpaceException e) {
            return "etcd has no space";
        } catch (StoreException e) {
            return isBroken() ? "etcd is not the one that it was" : "etcd does not answer";
        }
    }

    @Override
    public boolean awaitObserved(long revision, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        if (index.awaitObserved(revision, timeout.compareTo(FENCE_AFTER) < 0 ? timeout : FENCE_AFTER)) {
            return true;
        }
        if (deadline - System.nanoTime() <= 0) {
            return false;
        }
        // Revisions of others' keys in the same etcd are not reported, so the replica cannot tell that it is complete.
        // A write of our own is reported after all before it. But a revision that does not exist is only waited for.
        boolean exists = revision <= client.newestRevision() || revision <= latestRevision();
        long target = exists && index.observedRevision() < revision ? fence.ask() : revision;
        return index.awaitObserved(target, Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    }

    @Override
    public Optional<KeyValue> get(String key) {
        return index.get(key);
    }

    @Override
    public Range range(String prefix, String from, long revision, int limit) {
        return index.range(prefix, from, revision, limit);
    }

    @Override
    public long count(String prefix, String from, long revision) {
        return index.count(prefix, from, revision);
    }

    @Override
    public Outcome commit(Transaction transaction) {
        checkOpen();
        TxnResponse response = client.commit(transactions.request(transaction));
        Outcome outcome = transactions.outcome(transaction, response);
        // After a refusal too, so that the caller can read what it was refused for.
        observe(response.getHeader().getRevision(), Transactions.changed(response));
        return outcome;
    }

    /// Waits until the replica has a revision that etcd has.
    ///
    /// @param reported whether the revision is one of ours, which the watch will report
    private void observe(long revision, boolean reported) {
        boolean interrupted = Thread.interrupted();
        long deadline = System.nanoTime() + client.timeout().toNanos();
        try {
            while (index.observedRevision() < revision) {
                try {
                    Duration left = Duration.ofNanos(deadline - System.nanoTime());
                    if (!(reported ? index.awaitObserved(revision, left) : awaitObserved(revision, left))) {
                        feed.restart();
                        throw new StoreException("revision " + revision + " is in etcd, but this replica stands at "
                                + index.observedRevision());
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Watch watch(String prefix, long fromRevision, WatchListener listener) {
        return index.watch(prefix, fromRevision, listener);
    }

    /// Compacts etcd, for all its users.
    @Override
    public void compact(long revision) {
        checkOpen();
        long newest = index.observedRevision();
        if (revision > newest) {
            throw new IllegalArgumentException(
                    "revision " + revision + " is not observed yet; the newest is " + newest);
        }
        client.compact(revision);
        index.awaitDelivered(revision);
        replica.compact(revision);
    }

    private void checkOpen() {
        if (closed) {
            throw new StoreException("the store is closed");
        }
        client.continuity().check();
    }

    /// Disconnects and ends all watches. Reads still answer.
    @Override
    public void close() {
        closed = true;
        compactions.close();
        feed.close();
        endpoints.close();
        index.close();
    }
}
