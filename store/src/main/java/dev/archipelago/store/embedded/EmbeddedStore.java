package dev.archipelago.store.embedded;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.Range;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import dev.archipelago.store.Watch;
import dev.archipelago.store.WatchListener;
import dev.archipelago.store.mvcc.MvccIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A [Store] in one directory, for one process at a time.
///
/// A commit that was acknowledged is on disk, and is there after a crash at any moment. One that was not may be there
/// or not, but never in part. While its quota is used up, or too little of the disk is free, it refuses what would take
/// more with [dev.archipelago.store.NoSpaceException], and goes on with deletions and reads; when there is room it
/// takes
/// everything again. Once a write has failed for another reason the store takes no more writes and goes on answering
/// reads; close it and open it again when the cause is gone.
public final class EmbeddedStore implements Store {
    private final MvccIndex index;
    private final Writer writer;

    private EmbeddedStore(MvccIndex index, Writer writer) {
        this.index = index;
        this.writer = writer;
    }

    /// Opens the store, made anew when the directory is empty.
    ///
    /// @throws DirectoryLockedException when it is open elsewhere
    /// @throws DirectoryDamagedException when something that was acknowledged is missing or unreadable
    public static EmbeddedStore open(EmbeddedOptions options) {
        Path directory = options.directory();
        NativeLibrary.load(options.libraryDirectory());
        Database database = Database.open(directory, options.fsync());
        try {
            return open(options, database);
        } catch (IOException e) {
            database.close();
            throw new StoreException("the store directory " + directory + " cannot be used: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private static EmbeddedStore open(EmbeddedOptions options, Database database) throws IOException {
        MvccIndex index = Recovery.recover(options.directory(), database);
        HighWater highWater = HighWater.open(options.directory());
        long acknowledged = highWater.read();
        if (acknowledged > index.observedRevision()) {
            highWater.close();
            throw new DirectoryDamagedException(
                    options.directory(),
                    "revision " + acknowledged + " was acknowledged, but the newest found is "
                            + index.observedRevision());
        }
        if (!options.fsync()) {
            // What is not synced may be lost with the machine while this note survives.
            highWater.write(0);
        }
        var writer = new Writer(index, database, highWater, options);
        index.start();
        writer.start();
        return new EmbeddedStore(index, writer);
    }

    @Override
    public long latestRevision() {
        return index.observedRevision();
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
        return writer.isBroken();
    }

    @Override
    public String trouble() {
        return isBroken() ? "it takes no writes until it is opened anew" : writer.problem();
    }

    @Override
    public boolean awaitObserved(long revision, Duration timeout) throws InterruptedException {
        return index.awaitObserved(revision, timeout);
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
        var task = new Task.Write(transaction);
        writer.submit(task);
        return task.awaitOutcome();
    }

    @Override
    public Watch watch(String prefix, long fromRevision, WatchListener listener) {
        return index.watch(prefix, fromRevision, listener);
    }

    @Override
    public void compact(long revision) {
        long newest = index.observedRevision();
        if (revision > newest) {
            throw new IllegalArgumentException("revision " + revision + " does not exist yet; the newest is " + newest);
        }
        index.awaitDelivered(revision);
        var task = new Task.Compact(revision);
        writer.submit(task);
        task.await();
    }

    /// Finishes the commits that wait, ends all watches and closes the files. Reads still answer.
    @Override
    public void close() {
        writer.close();
        index.close();
    }
}
