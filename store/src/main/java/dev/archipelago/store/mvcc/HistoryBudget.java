package dev.archipelago.store.mvcc;

import dev.archipelago.store.HistoryLimits;
import java.time.InstantSource;

/// Says how far an index should be compacted to stay within its limits, a bounded step at a time. Used by the writer.
public final class HistoryBudget {
    private static final int STEP_COMMITS_MAX = 4096;
    /// Fewer than a step takes, so that steps always gain on the writers.
    private static final int REVISIONS_BETWEEN_STEPS = 512;

    private final MvccIndex index;
    private final HistoryLimits limits;
    private final HistoryAge age;
    private final InstantSource clock;
    private long lastStep;

    public HistoryBudget(MvccIndex index, HistoryLimits limits, InstantSource clock) {
        this.index = index;
        this.limits = limits;
        this.age = new HistoryAge(limits.ageMax());
        this.clock = clock;
    }

    /// The revision to compact now; what is compacted already when there is nothing to do. Cheap to call often.
    public long dueRevision() {
        long newest = index.observedRevision();
        boolean aged = age.observe(newest, clock.millis());
        if (!aged && newest - lastStep < REVISIONS_BETWEEN_STEPS) {
            return index.compactedRevision();
        }
        lastStep = newest;
        long due = index.revisionToFit(limits, age.agedRevision(), STEP_COMMITS_MAX);
        // Watches that lag a little are waited for; if they hold up twice the budget they have to go.
        boolean overdue =
                index.historyBytes() > 2 * limits.bytesMax() || index.historyCommits() > 2 * limits.revisionsMax();
        return overdue ? due : Math.min(due, index.deliveredRevision());
    }
}
