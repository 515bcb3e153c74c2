package dev.archipelago.store;

import java.time.Duration;
import java.util.Optional;

/// An ordered key-value store that keeps old versions and tells of every change.
///
/// There is one global revision. It starts at 1 (an empty store) and grows by one with every committed transaction
/// that changes something; all changes of one transaction carry its revision. Keys are printable ASCII, ordered by
/// byte.
///
/// Reads are answered from memory and never wait for writers. They see what this process has observed: everything it
/// has itself been acknowledged, and everything up to [#observedRevision()]. For a linearizable read, take
/// [#latestRevision()], [#awaitObserved] it, then read.
///
/// All methods may be called from any thread, virtual ones included. Values are shared and must not be modified.
public interface Store extends AutoCloseable {

    /// The newest revision that any client has been acknowledged. May ask a remote engine.
    long latestRevision();

    /// The revision up to which reads here are complete. Never blocks.
    long observedRevision();

    /// The revision of the last compaction: reads at it are the oldest that succeed, and watches start after it.
    long compactedRevision();

    /// Whether this store will take no write until it is opened anew.
    boolean isBroken();

    /// Why this store does not do all that is asked of it now, in a few words that anybody may read; empty when it
    /// does.
    /// May ask a remote engine.
    default String trouble() {
        return isBroken() ? "it takes no writes until it is opened anew" : "";
    }

    /// Waits until [#observedRevision()] has reached `revision`.
    ///
    /// @return false when the time ran out first
    boolean awaitObserved(long revision, Duration timeout) throws InterruptedException;

    /// The value of a key now.
    Optional<KeyValue> get(String key);

    /// The keys that begin with `prefix` and are not smaller than `from`, in order, as of `revision`.
    ///
    /// @param from the first key that may be returned; the prefix itself or an empty string for all
    /// @param revision a revision not compacted and not newer than [#observedRevision()], or 0 for the newest
    /// observed
    /// @param limit the most entries to return, or 0 for all
    /// @throws CompactedException when the revision is gone
    Range range(String prefix, String from, long revision, int limit);

    /// How many keys [#range] would return without a limit.
    long count(String prefix, String from, long revision);

    /// Checks all guards and, if every one holds, makes all changes, as one. Returns when the outcome is durable, and
    /// after it can be read here.
    ///
    /// @throws StoreException when the outcome is unknown or the store cannot take writes
    Outcome commit(Transaction transaction);

    /// Tells `listener` of every change to a key that begins with `prefix`, from `fromRevision` (inclusive) on, in
    /// the order of revisions, each exactly once. A `fromRevision` in the future only mutes what comes before it.
    ///
    /// Listeners are called from a thread of the store, never under a lock, and must not block.
    ///
    /// @throws CompactedException when `fromRevision` is compacted
    Watch watch(String prefix, long fromRevision, WatchListener listener);

    /// Forgets versions that were overwritten or deleted at or before `revision`. Reading at a smaller revision, or
    /// watching from one not greater, then fails. The newest version of each live key is always kept.
    void compact(long revision);

    @Override
    void close();
}
