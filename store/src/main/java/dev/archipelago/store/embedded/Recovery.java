package dev.archipelago.store.embedded;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.mvcc.Commit;
import dev.archipelago.store.mvcc.MvccIndex;
import dev.archipelago.store.mvcc.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Rebuilds the index from one scan of the database, and checks on the way that nothing is missing: up to the
/// compacted revision there is exactly one version of each live key, and after it no revision is skipped.
final class Recovery {
    private static final int PUBLISH_COMMITS = 1024;

    private final Path directory;
    private final long compacted;
    private final MvccIndex index;
    private final List<Commit> commits = new ArrayList<>();
    private List<Version> transaction = new ArrayList<>();
    private long revision;

    private Recovery(Path directory, long compacted) {
        this.directory = directory;
        this.compacted = compacted;
        this.revision = Math.max(1, compacted);
        this.index = new MvccIndex("store-watch", revision, compacted);
    }

    static MvccIndex recover(Path directory, Database database) {
        var recovery = new Recovery(directory, database.compactedRevision());
        database.scan(recovery::add);
        recovery.finishTransaction();
        recovery.publish();
        return recovery.index;
    }

    private void add(Version version) {
        if (version.revision() <= compacted) {
            addToBase(version);
            return;
        }
        if (version.revision() != revision) {
            finishTransaction();
            check(version.revision() == revision + 1, "revision " + (revision + 1) + " is missing");
            revision = version.revision();
        }
        check(version.position() == transaction.size(), "a part of revision " + revision + " is missing");
        transaction.add(version);
    }

    private void addToBase(Version version) {
        KeyValue before = index.newest(version.key());
        check(before == null && !version.deleted(), "revision " + version.revision() + " should have been forgotten");
        index.load(version);
    }

    private void finishTransaction() {
        if (!transaction.isEmpty()) {
            commits.add(index.stage(revision, transaction));
            transaction = new ArrayList<>();
            if (commits.size() >= PUBLISH_COMMITS) {
                publish();
            }
        }
    }

    private void publish() {
        index.publish(commits);
        commits.clear();
    }

    private void check(boolean condition, String otherwise) {
        if (!condition) {
            throw new DirectoryDamagedException(directory, otherwise);
        }
    }
}
