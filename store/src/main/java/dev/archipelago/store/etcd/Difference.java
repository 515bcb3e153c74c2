package dev.archipelago.store.etcd;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.mvcc.Commit;
import dev.archipelago.store.mvcc.MvccIndex;
import dev.archipelago.store.mvcc.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The changes that lead from what a replica knows to a fresh state, by the revision at which each is told.
///
/// A put is told at its own revision. When a key vanished is not known, only that it was gone at the fresh revision;
/// and a key that was created anew was gone just before that.
record Difference(SortedMap<Long, List<Version>> byRevision) {

    static Difference between(MvccIndex index, Map<String, KeyValue> fresh, long revision) {
        var difference = new Difference(new TreeMap<>());
        long observed = index.observedRevision();
        for (KeyValue old : index.range("", "", 0, 0).entries()) {
            KeyValue now = fresh.get(old.key());
            if (now == null) {
                difference.delete(old.key(), revision);
            } else if (now.createRevision() > observed) {
                difference.delete(old.key(), now.createRevision() - 1);
            }
        }
        for (KeyValue now : fresh.values()) {
            if (now.modRevision() > observed) {
                List<Version> versions = difference.at(now.modRevision());
                versions.add(Version.put(now, versions.size()));
            }
        }
        return difference;
    }

    private void delete(String key, long revision) {
        List<Version> versions = at(revision);
        versions.add(Version.delete(key, revision, versions.size()));
    }

    private List<Version> at(long revision) {
        return byRevision.computeIfAbsent(revision, absent -> new ArrayList<>());
    }

    List<Commit> stage(MvccIndex index) {
        var commits = new ArrayList<Commit>();
        byRevision.forEach((revision, versions) -> commits.add(index.stage(revision, versions)));
        return commits;
    }
}
