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

/// The pods that each budget covers, updated with each change: searching the pods of a namespace on each change would
/// take too long.
///
/// The result may contain too much, as two caches update it concurrently, but never too little.
final class Coverage {
    private final Cache<Pod> pods;
    private final Map<Key, Set<Key>> covered = new ConcurrentHashMap<>();

    Coverage(Cache<Pod> pods) {
        this.pods = pods;
    }

    /// Adds or updates a budget.
    void put(DisruptionBudget budget) {
        // Registered first, so that pods that arrive meanwhile are added.
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
