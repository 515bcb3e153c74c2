package dev.archipelago.store.embedded;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.NoSpaceException;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import dev.archipelago.store.mvcc.Commit;
import dev.archipelago.store.mvcc.MvccIndex;
import dev.archipelago.store.mvcc.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
    private final HighWater highWater;
    private final Compactor compactor;
    private final Room room;
    private final EmbeddedOptions options;
    private final boolean fsync;
    private final BlockingQueue<Task> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Thread thread;
    private volatile @Nullable StoreException refusal;
    private volatile boolean closing;
    private volatile boolean finished;

    private final List<Task.Write> batch = new ArrayList<>();
    /// Staged, and not known to be written.
    private final List<Commit> unwritten = new ArrayList<>();
    private @Nullable Database database;
    private long lookedNanos = System.nanoTime();
    private long revision;

    Writer(MvccIndex index, Database database, HighWater highWater, EmbeddedOptions options) throws IOException {
        this.options = options;
        this.room = new Room(index, options);
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
            boolean goesOn = true;
            while (goesOn) {
                goesOn = !work() && reopen();
            }
        } catch (RocksDBException | RuntimeException | Error e) {
            LOG.error("The store cannot write any more", e);
            refusal = new StoreException("the store cannot write any more: " + e.getMessage(), e);
            failBatch(e);
        } finally {
            finished = true;
            refuseQueued();
            closeFiles();
            room.close();
        }
    }

    /// Does what it is asked to until it is closed.
    ///
    /// @return false when the disk is full and the database has to be opened anew
    private boolean work() throws RocksDBException {
        try {
            while (true) {
                Task next = closing ? queue.poll() : await();
                if (next == null && closing) {
                    return true;
                }
                switch (next) {
                    case null -> {}
                    case Task.Write write -> write(write);
                    case Task.Compact compact -> compact(compact);
                }
                compactor.step();
                look();
            }
        } catch (RocksDBException e) {
            if (!Database.isNoSpace(e)) {
                throw e;
            }
            room.full("the disk is full");
            failBatch(e);
            return false;
        }
    }

    private void look() throws RocksDBException {
        long now = System.nanoTime();
        if (now - lookedNanos >= TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)) {
            lookedNanos = now;
            if (!room.problem().isEmpty()) {
                // What was deleted gives its room back at once.
                compactor.compact(index.deliveredRevision());
            }
            room.look();
        }
    }

    /// Opens the database anew when there is room again, and writes what a full disk kept from being written.
    /// RocksDB takes no writes after one has failed. Until then every task is refused. What was staged stays: its
    /// outcome is unknown to who asked for it, and later commits may stand on it.
    ///
    /// @return false when it was closed before
    private boolean reopen() throws RocksDBException {
        closeDatabase();
        while (!closing) {
            Task next = await();
            if (next != null) {
                next.fail(new NoSpaceException("no space: " + room.problem()));
            }
            if (!room.isDiskFull() && tryReopen()) {
                room.look();
                return true;
            }
        }
        return false;
    }

    private boolean tryReopen() throws RocksDBException {
        try {
            Database reopened = Database.open(options.directory(), fsync);
            database = reopened;
            long last = Math.max(reopened.lastRevision(), index.compactedRevision());
            long newest = unwritten.isEmpty() ? revision : unwritten.getLast().revision();
            if (last < revision || last > newest) {
                throw new DirectoryDamagedException(
                        options.directory(), "revision " + revision + " was acknowledged, but the newest is " + last);
            }
            if (last < newest) {
                writeUnwritten(reopened);
            }
            publishUnwritten();
            compactor.continueWith(reopened);
            return true;
        } catch (RocksDBException e) {
            if (!Database.isNoSpace(e)) {
                throw e;
            }
        } catch (StoreException e) {
            if (!(e.getCause() instanceof RocksDBException cause && Database.isNoSpace(cause))) {
                throw e;
            }
        }
        closeDatabase();
        return false;
    }

    private void writeUnwritten(Database reopened) throws RocksDBException {
        for (Commit commit : unwritten) {
            for (Version version : commit.versions()) {
                reopened.put(version);
            }
        }
        reopened.write(true);
    }

    private void publishUnwritten() {
        if (!unwritten.isEmpty()) {
            revision = unwritten.getLast().revision();
            raiseHighWater();
            index.publish(unwritten);
            unwritten.clear();
        }
    }

    private Database database() {
        return Objects.requireNonNull(database, "a database that is open");
    }

    private void closeDatabase() {
        if (database != null) {
            database.close();
            database = null;
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

    /// Why not every write is taken; empty when it is.
    String problem() {
        return room.problem();
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
        long newest = revision;
        for (Task.Write task : batch) {
            newest = decide(task, newest);
        }
        if (!unwritten.isEmpty()) {
            database().write(true);
            publishUnwritten();
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
    private long decide(Task.Write task, long newest) throws RocksDBException {
        Transaction transaction = task.transaction();
        for (Transaction.Guard guard : transaction.guards()) {
            KeyValue current = index.newest(guard.key());
            if ((current == null ? 0 : current.modRevision()) != guard.modRevision()) {
                task.decide(new Outcome.Refused(guard.key()));
                return newest;
            }
        }
        NoSpaceException noSpace = room.refusal(transaction);
        if (noSpace != null) {
            task.refuse(noSpace);
            return newest;
        }
        List<Version> versions = versions(transaction, newest + 1);
        if (versions.isEmpty()) {
            task.decide(new Outcome.Committed(newest));
            return newest;
        }
        for (Version version : versions) {
            room.staged(index.newest(version.key()), version);
            database().put(version);
        }
        unwritten.add(index.stage(newest + 1, versions));
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
        closeDatabase();
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
