package dev.archipelago.store.embedded;

import dev.archipelago.store.mvcc.MvccIndex;
import dev.archipelago.store.mvcc.Version;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.RocksDBException;

/// Forgets history, in memory and on disk. Runs on the writer's thread, a bounded step at a time.
final class Compactor {
    private static final int STEP_COMMITS_MAX = 4096;
    /// Fewer than a step takes, so that steps always gain on the writers.
    private static final int COMMITS_BETWEEN_STEPS = 512;

    private final MvccIndex index;
    private final Database database;
    private final long bytesMax;
    private final long revisionsMax;
    private final HistoryAge age;
    private final InstantSource clock;
    private long lastStep;

    Compactor(MvccIndex index, Database database, EmbeddedOptions options) {
        this.index = index;
        this.database = database;
        this.bytesMax = options.historyBytesMax();
        this.revisionsMax = options.historyRevisionsMax();
        this.age = new HistoryAge(options.historyAgeMax());
        this.clock = options.clock();
    }

    /// Keeps the history within its budget.
    void step(long newest) throws RocksDBException {
        boolean aged = age.observe(newest, clock.millis());
        if (!aged && newest - lastStep < COMMITS_BETWEEN_STEPS) {
            return;
        }
        lastStep = newest;
        long target = index.revisionToFit(bytesMax, revisionsMax, age.agedRevision(), STEP_COMMITS_MAX);
        // Watches that lag a little are waited for; if they hold up twice the budget they have to go.
        boolean overdue = index.historyBytes() > 2 * bytesMax || index.historyCommits() > 2 * revisionsMax;
        compact(overdue ? target : Math.min(target, index.deliveredRevision()));
    }

    void compact(long revision) throws RocksDBException {
        if (revision <= index.compactedRevision()) {
            return;
        }
        List<Version> forgotten = new ArrayList<>();
        index.compact(revision, forgotten::add);
        for (Version version : forgotten) {
            database.remove(version);
        }
        database.compactedRevision(revision);
        // A crash may undo this; then the versions are there again, and are forgotten again.
        database.write(false);
    }
}
