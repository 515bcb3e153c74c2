package dev.archipelago.cluster.garbage;

import java.util.LinkedHashMap;
import java.util.Map;

/// The last objects that were seen to go. A uid never comes back.
///
/// Needed when a custom kind goes with all its objects: by the time their dependents are looked at, nobody can be
/// asked about the owners.
final class DeletedObjects {
    private static final int REMEMBERED_MAX = 20_000;

    private final Map<String, Boolean> uids = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };

    synchronized void add(String uid) {
        uids.put(uid, true);
    }

    synchronized boolean contains(String uid) {
        return uids.containsKey(uid);
    }
}
