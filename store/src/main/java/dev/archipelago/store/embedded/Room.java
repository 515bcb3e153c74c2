package dev.archipelago.store.embedded;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.NoSpaceException;
import dev.archipelago.store.Transaction;
import dev.archipelago.store.mvcc.MvccIndex;
import dev.archipelago.store.mvcc.Version;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether there is room for a write, on the heap and on the disk. Without room on the heap, only deletions and
/// changes that make an object no larger are taken, and small additions such as a deletion timestamp: so what deletes
/// and what keeps a cluster alive goes on. Without room on the disk, only deletions are. Used by the writer, but for
/// [#problem()].
final class Room {
    private static final Logger LOG = LoggerFactory.getLogger(Room.class);
    private static final int GROWTH_BYTES_MAX = 256;
    private static final String ADVICE = "; delete something: reads and deletions go on";

    private final MvccIndex index;
    private final Path directory;
    private final FileStore disk;
    private final long freeBytesMin;
    private final StoreQuota quota;
    private long keptBytes;
    private long historyBytes;
    private boolean onDisk;
    private volatile String problem = "";

    Room(MvccIndex index, EmbeddedOptions options) throws IOException {
        this.index = index;
        this.directory = options.directory();
        this.disk = Files.getFileStore(directory);
        this.freeBytesMin = Math.min(options.freeBytesMin(), disk.getTotalSpace() / 10);
        this.quota = options.quota();
        for (KeyValue entry : index.range("", "", 0, 0).entries()) {
            keptBytes += bytes(entry);
        }
        quota.add(keptBytes);
        look();
    }

    /// Why not every write is taken; empty when it is.
    String problem() {
        return problem;
    }

    /// Looks at the heap and the disk. From time to time, as it asks the system.
    void look() {
        long history = index.historyBytes();
        quota.add(history - historyBytes);
        historyBytes = history;
        String disks = isDiskFull() ? "less than " + (freeBytesMin >> 20) + " MiB are free on the disk" : "";
        onDisk = !disks.isEmpty();
        say(onDisk ? disks : quota.problem());
    }

    boolean isDiskFull() {
        try {
            return disk.getUsableSpace() < freeBytesMin;
        } catch (IOException e) {
            LOG.debug("the free space of {} is unknown", directory, e);
            return false;
        }
    }

    private void say(String now) {
        if (!now.equals(problem)) {
            if (now.isEmpty()) {
                LOG.warn("The store {} has room again and takes every write", directory);
            } else {
                LOG.error("The store {} has no room: {}. Reads and deletions go on", directory, now);
            }
            problem = now;
        }
    }

    /// A disk that took no more although there seemed to be room.
    void full(String what) {
        onDisk = true;
        say(what);
    }

    /// Why a transaction is refused; null when it is not.
    @Nullable
    NoSpaceException refusal(Transaction transaction) {
        if (problem.isEmpty()) {
            if (!quota.isExceeded()) {
                return null;
            }
            look();
        }
        for (Transaction.Change change : transaction.changes()) {
            if (change instanceof Transaction.Put put && !fits(put)) {
                return new NoSpaceException("no space: " + problem + ADVICE);
            }
        }
        return null;
    }

    private boolean fits(Transaction.Put put) {
        KeyValue current = index.newest(put.key());
        return !onDisk && current != null && put.value().length <= current.value().length + GROWTH_BYTES_MAX;
    }

    /// Counts what is about to be kept.
    void staged(@Nullable KeyValue before, Version after) {
        long change = (after.deleted() ? 0 : bytes(after.keyValue())) - (before == null ? 0 : bytes(before));
        keptBytes += change;
        quota.add(change);
    }

    /// Gives back what was counted.
    void close() {
        quota.add(-keptBytes - historyBytes);
    }

    private static long bytes(KeyValue entry) {
        return StoreQuota.ENTRY_BYTES + entry.key().length() + entry.value().length;
    }
}
