package dev.archipelago.store.mvcc;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The commits since the last compaction, in order: a ring that grows as needed. Appended to and trimmed by the
/// writer, read by the dispatcher; every section under the lock is short.
final class History {
    private static final int FIRST_CAPACITY = 256;

    private @Nullable Commit[] ring = new Commit[FIRST_CAPACITY];
    private int head;
    private int size;
    private long weight;
    private long trimmedRevision;

    History(long trimmedRevision) {
        this.trimmedRevision = trimmedRevision;
    }

    synchronized void append(List<Commit> commits) {
        for (Commit commit : commits) {
            if (size == ring.length) {
                resize(2 * ring.length);
            }
            ring[(head + size) & (ring.length - 1)] = commit;
            size++;
            weight += commit.weight();
        }
    }

    /// The commits after one revision up to and including another, at most `limit`; null when some of them are
    /// already forgotten.
    synchronized @Nullable List<Commit> between(long after, long upTo, int limit) {
        if (after < trimmedRevision) {
            return null;
        }
        var found = new ArrayList<Commit>();
        for (int i = firstAfter(after); i < size && found.size() < limit; i++) {
            Commit commit = at(i);
            if (commit.revision() > upTo) {
                break;
            }
            found.add(commit);
        }
        return found;
    }

    /// Forgets everything up to and including a revision.
    void trim(long revision, Consumer<Commit> forgotten) {
        for (Commit commit : cut(revision)) {
            forgotten.accept(commit);
        }
    }

    private synchronized List<Commit> cut(long revision) {
        int count = firstAfter(revision);
        var commits = new ArrayList<Commit>(count);
        for (int i = 0; i < count; i++) {
            Commit commit = at(0);
            commits.add(commit);
            weight -= commit.weight();
            ring[head] = null;
            head = (head + 1) & (ring.length - 1);
            size--;
        }
        trimmedRevision = Math.max(trimmedRevision, revision);
        if (ring.length > FIRST_CAPACITY && size < ring.length / 8) {
            resize(ring.length / 4);
        }
        return commits;
    }

    /// How far to trim so that what remains fits the bounds, in one step of at most `stepMax` commits.
    synchronized long revisionToFit(long weightMax, long commitsMax, long agedRevision, int stepMax) {
        long remaining = weight;
        int count = 0;
        while (count < Math.min(size, stepMax)
                && (remaining > weightMax
                        || size - count > commitsMax
                        || at(count).revision() <= agedRevision)) {
            remaining -= at(count).weight();
            count++;
        }
        return count == 0 ? trimmedRevision : at(count - 1).revision();
    }

    synchronized long trimmedRevision() {
        return trimmedRevision;
    }

    synchronized long weight() {
        return weight;
    }

    synchronized int size() {
        return size;
    }

    private int firstAfter(long revision) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at(middle).revision() <= revision) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Commit at(int index) {
        return requireNonNull(ring[(head + index) & (ring.length - 1)]);
    }

    private void resize(int capacity) {
        @Nullable Commit[] next = new Commit[capacity];
        for (int i = 0; i < size; i++) {
            next[i] = at(i);
        }
        ring = next;
        head = 0;
    }
}
