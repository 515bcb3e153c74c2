package dev.archipelago.store.embedded;

import dev.archipelago.store.mvcc.HistoryBudget;
import dev.archipelago.store.mvcc.MvccIndex;
import dev.archipelago.store.mvcc.Version;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.RocksDBException;

/// Forgets history, in memory and on disk. Runs on the writer's thread.
final class Compactor {
    private final MvccIndex index;
    private final HistoryBudget budget;
    /// Forgotten in memory and not yet on disk.
    private final List<Version> forgotten = new ArrayList<>();
    private Database database;

    Compactor(MvccIndex index, Database database, EmbeddedOptions options) {
        this.index = index;
        this.database = database;
        this.budget = new HistoryBudget(index, options.history(), options.clock());
    }

    /// Keeps the history within its budget.
    void step() throws RocksDBException {
        compact(budget.dueRevision());
    }

    void compact(long revision) throws RocksDBException {
        if (revision <= index.compactedRevision()) {
            return;
        }
        index.compact(revision, forgotten::add);
        write();
    }

    /// Goes on with a database that was opened anew.
    void continueWith(Database reopened) throws RocksDBException {
        database = reopened;
        if (!forgotten.isEmpty()) {
            write();
        }
    }

    private void write() throws RocksDBException {
        for (Version version : forgotten) {
            database.remove(version);
        }
        database.compactedRevision(index.compactedRevision());
        // A crash may undo this; then the versions are there again, and are forgotten again.
        database.write(false);
        forgotten.clear();
    }
}
