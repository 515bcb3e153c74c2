package dev.archipelago.store.mvcc;

import dev.archipelago.store.WatchEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The live watchers, grouped by prefix, so that a change finds the watchers it concerns without looking at the
/// others and all watchers of one prefix share one list of events.
final class WatchGroups {
    private final TreeMap<String, Group> groups = new TreeMap<>();
    private final List<Group> touched = new ArrayList<>();

    static final class Group {
        private final Set<Watcher> watchers = new LinkedHashSet<>();
        private List<WatchEvent> pending = new ArrayList<>();

        Set<Watcher> watchers() {
            return watchers;
        }

        List<WatchEvent> takePending() {
            List<WatchEvent> taken = Collections.unmodifiableList(pending);
            pending = new ArrayList<>();
            return taken;
        }
    }

    void add(Watcher watcher) {
        groups.computeIfAbsent(watcher.prefix(), prefix -> new Group()).watchers.add(watcher);
    }

    void remove(Watcher watcher) {
        Group group = groups.get(watcher.prefix());
        if (group != null && group.watchers.remove(watcher) && group.watchers.isEmpty()) {
            groups.remove(watcher.prefix());
        }
    }

    List<Watcher> removeAll() {
        var all = new ArrayList<Watcher>();
        groups.values().forEach(group -> all.addAll(group.watchers));
        groups.clear();
        return all;
    }

    /// Puts an event into every group whose prefix the key begins with. All such prefixes sort at or before the key;
    /// a neighbour that is not one of them shows how much of the key the remaining ones can share.
    void route(WatchEvent event) {
        String key = event.key();
        Map.Entry<String, Group> candidate = groups.floorEntry(key);
        while (candidate != null) {
            String prefix = candidate.getKey();
            int shared = sharedLength(prefix, key);
            if (shared == prefix.length()) {
                put(candidate.getValue(), event);
                candidate = groups.lowerEntry(prefix);
            } else {
                candidate = groups.floorEntry(key.substring(0, shared));
            }
        }
    }

    private void put(Group group, WatchEvent event) {
        if (group.pending.isEmpty()) {
            touched.add(group);
        }
        group.pending.add(event);
    }

    /// The groups that got events since the last call.
    List<Group> takeTouched() {
        var taken = List.copyOf(touched);
        touched.clear();
        return taken;
    }

    private static int sharedLength(String one, String other) {
        int most = Math.min(one.length(), other.length());
        int shared = 0;
        while (shared < most && one.charAt(shared) == other.charAt(shared)) {
            shared++;
        }
        return shared;
    }
}
