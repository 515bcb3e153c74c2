package dev.archipelago.store.mvcc;

import dev.archipelago.store.CompactedException;
import dev.archipelago.store.HistoryLimits;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Range;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Watch;
import dev.archipelago.store.WatchEvent;
import dev.archipelago.store.WatchListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Every kept version of every key, in memory, with the recent history and the watches on it.
///
/// Writing has two steps so that the engine below can put durability between them. [#stage] links new versions into
/// the index, where the next stage sees them but no reader does, because readers look only at versions up to
/// [#observedRevision()]; [#publish] then moves that revision and tells the watchers. The engine calls [#load],
/// [#stage], [#publish] and [#compact] from one thread at a time. Everything else may be called from anywhere and
/// takes no lock.
public final class MvccIndex implements AutoCloseable {
    private static final long DELIVERY_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ConcurrentSkipListMap<String, Chain> chains = new ConcurrentSkipListMap<>();
    private final History history;
    private final RevisionGate observed;
    private final Dispatcher dispatcher;
    private volatile long compacted;
    private volatile boolean closed;

    /// An index without keys.
    ///
    /// @param name of the thread that calls watch listeners
    /// @param revision what the index starts at: versions up to it are loaded, those after it staged
    /// @param compacted the oldest revision that can be read
    public MvccIndex(String name, long revision, long compacted) {
        this.history = new History(compacted);
        this.observed = new RevisionGate(revision);
        this.compacted = compacted;
        this.dispatcher = new Dispatcher(name, history, observed);
    }

    /// Lets watches begin. What was published before is history to them.
    public void start() {
        dispatcher.start();
    }

    public long observedRevision() {
        return observed.revision();
    }

    public long compactedRevision() {
        return compacted;
    }

    public boolean awaitObserved(long revision, Duration timeout) throws InterruptedException {
        return observed.await(revision, timeout.toNanos());
    }

    // Reading. A compaction first moves its revision and then cuts chains, so an answer is right if the revision is
    // still readable after it was put together.

    public Optional<KeyValue> get(String key) {
        while (true) {
            long revision = observed.revision();
            Chain chain = chains.get(key);
            KeyValue found = chain == null ? null : chain.at(revision);
            if (found != null || revision >= compacted) {
                return Optional.ofNullable(found);
            }
        }
    }

    public Range range(String prefix, String from, long revision, int limit) {
        while (true) {
            long at = revision == 0 ? observed.revision() : readable(revision);
            Range range = collect(prefix, from, at, limit == 0 ? Integer.MAX_VALUE : limit);
            if (at >= compacted) {
                return range;
            }
        }
    }

    public long count(String prefix, String from, long revision) {
        while (true) {
            long at = revision == 0 ? observed.revision() : readable(revision);
            long count = 0;
            for (Chain chain : chains.tailMap(first(prefix, from), true).values()) {
                if (!chain.key().startsWith(prefix)) {
                    break;
                }
                count += chain.at(at) == null ? 0 : 1;
            }
            if (at >= compacted) {
                return count;
            }
        }
    }

    private Range collect(String prefix, String from, long revision, int limit) {
        var entries = new ArrayList<KeyValue>();
        for (Chain chain : chains.tailMap(first(prefix, from), true).values()) {
            if (!chain.key().startsWith(prefix)) {
                break;
            }
            KeyValue found = chain.at(revision);
            if (found == null) {
                continue;
            }
            if (entries.size() == limit) {
                return new Range(entries, revision, true);
            }
            entries.add(found);
        }
        return new Range(entries, revision, false);
    }

    private static String first(String prefix, String from) {
        return from.compareTo(prefix) > 0 ? from : prefix;
    }

    private long readable(long revision) {
        if (revision < compacted) {
            throw new CompactedException(revision, compacted);
        }
        long newest = observed.revision();
        if (revision > newest) {
            throw new IllegalArgumentException(
                    "revision " + revision + " is not observed yet; the newest is " + newest);
        }
        return revision;
    }

    // Writing.

    /// The newest version of a key as the writer sees it, staged ones included; null when it does not exist.
    public @Nullable KeyValue newest(String key) {
        Chain chain = chains.get(key);
        if (chain == null) {
            return null;
        }
        Version version = chain.newest();
        return version.deleted() ? null : version.keyValue();
    }

    /// Takes in a version that is older than the history.
    public void load(Version version) {
        link(version);
    }

    /// Links the versions that one transaction wrote.
    public Commit stage(long revision, List<Version> versions) {
        var events = new WatchEvent[versions.size()];
        for (int i = 0; i < events.length; i++) {
            Version version = versions.get(i);
            Version before = link(version);
            Optional<KeyValue> previous =
                    before == null || before.deleted() ? Optional.empty() : Optional.of(before.keyValue());
            events[i] = new WatchEvent(version.keyValue(), previous, version.deleted());
        }
        return new Commit(revision, versions, List.of(events));
    }

    private @Nullable Version link(Version version) {
        Chain chain = chains.get(version.key());
        if (chain == null) {
            chains.put(version.key(), new Chain(version));
            return null;
        }
        Version before = chain.newest();
        chain.push(version);
        return before;
    }

    /// Makes staged commits visible, in order.
    public void publish(List<Commit> commits) {
        if (!commits.isEmpty()) {
            history.append(commits);
            advance(commits.getLast().revision());
        }
    }

    /// Declares that nothing more will be published up to this revision.
    public void advance(long revision) {
        observed.advance(revision);
        dispatcher.wake();
    }

    /// Forgets what was replaced or deleted at or before a revision.
    ///
    /// @param forgotten is given each forgotten version exactly once, deletions included
    public void compact(long revision, Consumer<Version> forgotten) {
        if (revision <= compacted) {
            return;
        }
        if (revision > observed.revision()) {
            throw new IllegalArgumentException("revision " + revision + " is not observed yet and cannot be compacted");
        }
        compacted = revision;
        history.trim(revision, commit -> commit.versions().forEach(version -> cut(version, forgotten)));
    }

    private void cut(Version version, Consumer<Version> forgotten) {
        Version older = version.older();
        // An older deletion was given away with its own commit.
        if (older != null && !older.deleted()) {
            forgotten.accept(older);
        }
        version.older(null);
        if (version.deleted()) {
            forgotten.accept(version);
            Chain chain = chains.get(version.key());
            if (chain != null && chain.newest() == version) {
                chains.remove(version.key());
            }
        }
    }

    /// How far to compact so that the history fits the limits, in one step of at most `stepMax` commits.
    ///
    /// @param agedRevision is too old, like all before it
    long revisionToFit(HistoryLimits limits, long agedRevision, int stepMax) {
        return history.revisionToFit(limits.bytesMax(), limits.revisionsMax(), agedRevision, stepMax);
    }

    public long historyBytes() {
        return history.weight();
    }

    /// How many keys take up memory, deleted ones whose deletion is not yet compacted included.
    int keysHeld() {
        return chains.size();
    }

    int historyCommits() {
        return history.size();
    }

    // Watching.

    public Watch watch(String prefix, long fromRevision, WatchListener listener) {
        if (fromRevision < 1) {
            throw new IllegalArgumentException("a watch starts at revision 1 or later, not at " + fromRevision);
        }
        if (closed) {
            throw new StoreException("the store is closed");
        }
        if (fromRevision <= compacted) {
            throw new CompactedException(fromRevision, compacted);
        }
        var watcher = new Watcher(prefix, fromRevision, listener, dispatcher);
        dispatcher.add(watcher);
        return watcher;
    }

    /// The revision up to which watches that keep up have been told everything.
    public long deliveredRevision() {
        return dispatcher.deliveredRevision();
    }

    /// Gives watches that keep up the moment they need, so that a compaction of the newest revisions does not end
    /// them.
    public void awaitDelivered(long revision) {
        try {
            dispatcher.awaitDelivered(Math.min(revision, observed.revision()), DELIVERY_WAIT_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ends every watch with this reason. Reads still answer.
    public void close(StoreException reason) {
        closed = true;
        dispatcher.close(reason);
    }

    @Override
    public void close() {
        close(new StoreException("the store is closed"));
    }
}
