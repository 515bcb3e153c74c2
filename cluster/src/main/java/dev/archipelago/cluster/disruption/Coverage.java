package dev.archipelago.cluster.disruption;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.DisruptionBudget;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.cache.Cache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/// Which pods each budget covers. Kept from change to change: to look at all pods of a namespace each time one of
/// them changes would take too long.
///
/// What it knows may be too much, for two caches feed it at the same time, but never too little.
final class Coverage {
    private final Cache<Pod> pods;
    private final Map<Key, Set<Key>> covered = new ConcurrentHashMap<>();

    Coverage(Cache<Pod> pods) {
        this.pods = pods;
    }

    /// Takes a budget, or its change.
    void put(DisruptionBudget budget) {
        // First the place, so that pods that come meanwhile find it.
        Set<Key> keys = new ConcurrentSkipListSet<>();
        covered.put(budget.key(), keys);
        for (Pod pod : pods.in(budget.namespace())) {
            if (budget.covers(pod)) {
                keys.add(pod.key());
            }
        }
    }

    void remove(DisruptionBudget budget) {
        covered.remove(budget.key());
    }

    void add(DisruptionBudget budget, Pod pod) {
        Set<Key> keys = covered.get(budget.key());
        if (keys != null) {
            keys.add(pod.key());
        }
    }

    void remove(DisruptionBudget budget, Pod pod) {
        Set<Key> keys = covered.get(budget.key());
        if (keys != null) {
            keys.remove(pod.key());
        }
    }

    List<Pod> pods(DisruptionBudget budget) {
        List<Pod> found = new ArrayList<>();
        for (Key key : covered.getOrDefault(budget.key(), Set.of())) {
            pods.get(key).filter(budget::covers).ifPresent(found::add);
        }
        return found;
    }
}
