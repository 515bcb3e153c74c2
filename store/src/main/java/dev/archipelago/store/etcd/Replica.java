package dev.archipelago.store.etcd;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.mvcc.Commit;
import dev.archipelago.store.mvcc.HistoryBudget;
import dev.archipelago.store.mvcc.MvccIndex;
import dev.archipelago.store.mvcc.Version;
import io.etcd.jetcd.api.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The index as a copy of what is in etcd. The feed's thread changes it; compactions that were asked for come from
/// other threads, hence the lock, which readers do not take.
final class Replica {
    private static final Logger LOG = LoggerFactory.getLogger(Replica.class);
    /// How much history is read back at the start, so that watches that a restart cut off can go on.
    private static final long START_REVISIONS = 10_000;
    private static final int LOAD_ATTEMPTS = 3;

    private final KeySpace keys;
    private final EtcdClient client;
    private final MvccIndex index;
    private final HistoryBudget budget;

    private Replica(KeySpace keys, EtcdClient client, MvccIndex index, EtcdOptions options) {
        this.keys = keys;
        this.client = client;
        this.index = index;
        this.budget = new HistoryBudget(index, options.history(), options.clock());
    }

    /// Reads the state at the oldest revision from which catching up is cheap.
    static Replica load(KeySpace keys, EtcdClient client, EtcdOptions options) {
        long revision = oldestReadable(client, client.latestRevision());
        for (int i = 0; i < LOAD_ATTEMPTS; i++) {
            var index = new MvccIndex("store-watch", revision, revision);
            if (client.list(revision, entry -> index.load(Version.put(keyValue(keys, entry), 0)))) {
                return new Replica(keys, client, index, options);
            }
            revision = client.latestRevision();
        }
        throw new StoreException("etcd compacts faster than its state can be read");
    }

    private static long oldestReadable(EtcdClient client, long latest) {
        long lowest = Math.max(1, latest - START_REVISIONS);
        if (client.readable(lowest)) {
            return lowest;
        }
        long forgotten = lowest;
        long kept = latest;
        while (kept - forgotten > 1) {
            long middle = (forgotten + kept) >>> 1;
            if (client.readable(middle)) {
                kept = middle;
            } else {
                forgotten = middle;
            }
        }
        return kept;
    }

    MvccIndex index() {
        return index;
    }

    /// Takes in what a watch reported, in the order of revisions. What is known already is skipped.
    synchronized void apply(List<Event> events) {
        var commits = new ArrayList<Commit>();
        long last = index.observedRevision();
        int i = 0;
        while (i < events.size()) {
            long revision = events.get(i).getKv().getModRevision();
            List<Version> versions = new ArrayList<>();
            for (; i < events.size() && events.get(i).getKv().getModRevision() == revision; i++) {
                Event event = events.get(i);
                if (revision > last && !keys.isFence(event.getKv().getKey())) {
                    versions.add(version(event, versions.size()));
                }
            }
            if (!versions.isEmpty()) {
                commits.add(index.stage(revision, versions));
            }
            last = Math.max(last, revision);
        }
        index.publish(commits);
        index.advance(last);
        compactWithinBudget();
    }

    private Version version(Event event, int position) {
        io.etcd.jetcd.api.KeyValue entry = event.getKv();
        if (event.getType() == Event.EventType.DELETE) {
            return Version.delete(keys.fromEtcd(entry.getKey()), entry.getModRevision(), position);
        }
        return Version.put(keyValue(keys, entry), position);
    }

    private static KeyValue keyValue(KeySpace keys, io.etcd.jetcd.api.KeyValue entry) {
        return new KeyValue(
                keys.fromEtcd(entry.getKey()),
                entry.getValue().toByteArray(),
                entry.getCreateRevision(),
                entry.getModRevision());
    }

    synchronized void compact(long revision) {
        index.compact(revision, forgotten -> {});
    }

    synchronized void compactWithinBudget() {
        index.compact(budget.dueRevision(), forgotten -> {});
    }

    /// Takes in a fresh state because the history in between is lost. What differs is told as if it had just
    /// happened, in the order of the revisions that are known. No revision in between can be read afterwards.
    ///
    /// @throws StoreException when etcd does not answer, or has gone back in time
    void resync() {
        long revision = client.latestRevision();
        if (revision < index.observedRevision()) {
            throw new StoreException("etcd stands at revision " + revision + " but stood at " + index.observedRevision()
                    + " before: it has lost data");
        }
        var fresh = new TreeMap<String, KeyValue>();
        if (!client.list(revision, entry -> {
            KeyValue keyValue = keyValue(keys, entry);
            fresh.put(keyValue.key(), keyValue);
        })) {
            throw new StoreException("etcd compacted revision " + revision + " while it was read");
        }
        LOG.warn("etcd has compacted what this replica missed; it goes on from revision {}", revision);
        publish(Difference.between(index, fresh, revision), revision);
        index.awaitDelivered(revision);
        compact(revision);
    }

    private synchronized void publish(Difference difference, long revision) {
        index.publish(difference.stage(index));
        index.advance(revision);
    }
}
