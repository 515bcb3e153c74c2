package dev.archipelago.store.embedded;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import dev.archipelago.store.mvcc.Commit;
import dev.archipelago.store.mvcc.MvccIndex;
import dev.archipelago.store.mvcc.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread that makes every change: it takes all transactions that wait, decides them in order, writes what they
/// change in one synced write, then makes it visible and answers. Between commits it forgets history beyond the
/// budget.
final class Writer implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
    private static final int QUEUE_MAX = 1024;
    private static final int BATCH_MAX = 512;
    private static final long BATCH_BYTES_MAX = 4 << 20;
    private static final long TICK_MILLIS = 1000;

    private final MvccIndex index;
    private final Database database;
    private final HighWater highWater;
    private final Compactor compactor;
    private final boolean fsync;
    private final BlockingQueue<Task> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Thread thread;
    private volatile @Nullable StoreException refusal;
    private volatile boolean closing;
    private volatile boolean finished;

    private final List<Task.Write> batch = new ArrayList<>();
    private long revision;

    Writer(MvccIndex index, Database database, HighWater highWater, EmbeddedOptions options) {
        this.index = index;
        this.database = database;
        this.highWater = highWater;
        this.fsync = options.fsync();
        this.compactor = new Compactor(index, database, options);
        this.revision = index.observedRevision();
        this.thread = Thread.ofPlatform().name("store-writer").daemon().unstarted(this);
    }

    void start() {
        thread.start();
    }

    /// Queues a task; its caller then waits for it.
    void submit(Task task) {
        StoreException reason = refusal;
        if (reason != null) {
            throw new StoreException(String.valueOf(reason.getMessage()), reason);
        }
        putUninterruptibly(task);
        if (finished) {
            refuseQueued();
        }
    }

    private void putUninterruptibly(Task task) {
        boolean interrupted = false;
        while (true) {
            try {
                queue.put(task);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Takes no more tasks, finishes those that wait, and closes the database.
    void close() {
        if (refusal == null) {
            refusal = new StoreException("the store is closed");
        }
        closing = true;
        // Wakes the thread if it waits; a full queue means that it does not.
        queue.offer(new Task.Compact(0));
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        try {
            work();
        } catch (RocksDBException | RuntimeException | Error e) {
            LOG.error("The store cannot write any more", e);
            refusal = new StoreException("the store cannot write any more: " + e.getMessage(), e);
            failBatch(e);
        } finally {
            finished = true;
            refuseQueued();
            closeFiles();
        }
    }

    private void work() throws RocksDBException {
        while (true) {
            Task next = closing ? queue.poll() : await();
            if (next == null && closing) {
                return;
            }
            switch (next) {
                case null -> {}
                case Task.Write write -> write(write);
                case Task.Compact compact -> compact(compact);
            }
            compactor.step();
        }
    }

    private void compact(Task.Compact task) throws RocksDBException {
        try {
            compactor.compact(task.revision());
        } catch (RocksDBException | RuntimeException | Error e) {
            task.fail(new StoreException("the compaction failed: " + e.getMessage(), e));
            throw e;
        }
        task.complete();
    }

    /// Whether it has given up, for a reason other than being closed.
    boolean isBroken() {
        StoreException reason = refusal;
        return reason != null && reason.getCause() != null;
    }

    private @Nullable Task await() {
        try {
            return queue.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Nobody has a reason to interrupt this thread.
            return null;
        }
    }

    private void write(Task.Write first) throws RocksDBException {
        gather(first);
        var commits = new ArrayList<Commit>();
        long newest = revision;
        for (Task.Write task : batch) {
            newest = decide(task, newest, commits);
        }
        if (!commits.isEmpty()) {
            database.write(true);
            revision = newest;
            raiseHighWater();
            index.publish(commits);
        }
        batch.forEach(Task::complete);
        batch.clear();
    }

    private void gather(Task.Write first) {
        batch.add(first);
        long bytes = first.bytes();
        while (batch.size() < BATCH_MAX && bytes < BATCH_BYTES_MAX && queue.peek() instanceof Task.Write) {
            if (queue.poll() instanceof Task.Write next) {
                batch.add(next);
                bytes += next.bytes();
            }
        }
    }

    /// Checks a transaction against all before it and stages what it changes.
    ///
    /// @return the newest revision after it
    private long decide(Task.Write task, long newest, List<Commit> commits) throws RocksDBException {
        Transaction transaction = task.transaction();
        for (Transaction.Guard guard : transaction.guards()) {
            KeyValue current = index.newest(guard.key());
            if ((current == null ? 0 : current.modRevision()) != guard.modRevision()) {
                task.decide(new Outcome.Refused(guard.key()));
                return newest;
            }
        }
        List<Version> versions = versions(transaction, newest + 1);
        if (versions.isEmpty()) {
            task.decide(new Outcome.Committed(newest));
            return newest;
        }
        for (Version version : versions) {
            database.put(version);
        }
        commits.add(index.stage(newest + 1, versions));
        task.decide(new Outcome.Committed(newest + 1));
        return newest + 1;
    }

    private List<Version> versions(Transaction transaction, long at) {
        var versions = new ArrayList<Version>(transaction.changes().size());
        for (Transaction.Change change : transaction.changes()) {
            KeyValue current = index.newest(change.key());
            switch (change) {
                case Transaction.Put put -> {
                    long created = current == null ? at : current.createRevision();
                    versions.add(Version.put(new KeyValue(put.key(), put.value(), created, at), versions.size()));
                }
                case Transaction.Delete delete -> {
                    if (current != null) {
                        versions.add(Version.delete(delete.key(), at, versions.size()));
                    }
                }
            }
        }
        return versions;
    }

    private void raiseHighWater() {
        if (fsync) {
            try {
                highWater.write(revision);
            } catch (IOException e) {
                LOG.warn("The acknowledged revision could not be noted; the store goes on", e);
            }
        }
    }

    private void closeFiles() {
        database.close();
        try {
            highWater.close();
        } catch (IOException e) {
            LOG.warn("The store did not close cleanly", e);
        }
    }

    private void failBatch(Throwable cause) {
        var reason = new StoreException("the write failed and its outcome is unknown: " + cause.getMessage(), cause);
        batch.forEach(task -> task.fail(reason));
        batch.clear();
    }

    private void refuseQueued() {
        StoreException reason = refusal == null ? new StoreException("the store is closed") : refusal;
        for (Task task = queue.poll(); task != null; task = queue.poll()) {
            task.fail(reason);
        }
    }
}
