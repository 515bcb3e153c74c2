package dev.archipelago.cluster.garbage;

import java.util.LinkedHashMap;
import java.util.Map;

/// The uids of recently deleted objects. A uid is never used again.
///
/// Needed when a custom kind is deleted with all its objects: when their dependents are processed, there is no API left
/// to look the owners up.
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
