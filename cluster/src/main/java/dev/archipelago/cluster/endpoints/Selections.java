package dev.archipelago.cluster.endpoints;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.cache.Cache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Tracks which pods each service selects. It is updated on each change, so that pods are searched only once for
/// each new selector.
///
/// An index of pods by all their labels would hold a hundred thousand pods several times over, for the few labels that
/// services select by.
final class Selections {
    private final Cache<Pod> pods;

    // Guarded by this, as services and pods change on two threads:
    private final Map<Key, TreeSet<Key>> selected = new HashMap<>();
    private final Map<Pair, TreeMap<Key, Service>> byPair = new HashMap<>();

    /// One label of a selector: a service is found by its first one.
    private record Pair(String namespace, String key, String value) {}

    /// Create it before the caches are synced.
    Selections(Cache<Service> services, Cache<Pod> pods) {
        this.pods = pods;
        services.listen(this::serviceChanged);
        pods.listen(this::podChanged);
    }

    private synchronized void serviceChanged(@Nullable Service before, @Nullable Service after) {
        if (before != null && after != null && before.selector().equals(after.selector())) {
            // The selection is the same; keep the newest object.
            pair(after).ifPresent(pair -> keep(pair, after));
            return;
        }
        if (before != null) {
            selected.remove(before.key());
            pair(before).ifPresent(pair -> forget(pair, before.key()));
        }
        if (after != null) {
            pair(after).ifPresent(pair -> learn(pair, after));
        }
    }

    private void keep(Pair pair, Service service) {
        byPair.computeIfAbsent(pair, p -> new TreeMap<>()).put(service.key(), service);
    }

    private void learn(Pair pair, Service service) {
        keep(pair, service);
        TreeSet<Key> found = new TreeSet<>();
        for (Pod pod : pods.all()) {
            if (pod.namespace().equals(service.namespace()) && service.selects(pod.labels())) {
                found.add(pod.key());
            }
        }
        selected.put(service.key(), found);
    }

    private void forget(Pair pair, Key service) {
        TreeMap<Key, Service> found = byPair.get(pair);
        if (found != null) {
            found.remove(service);
            if (found.isEmpty()) {
                byPair.remove(pair);
            }
        }
    }

    private static Optional<Pair> pair(Service service) {
        return service.selector().entrySet().stream()
                .findFirst()
                .map(first -> new Pair(service.namespace(), first.getKey(), first.getValue()));
    }

    private synchronized void podChanged(@Nullable Pod before, @Nullable Pod after) {
        if (before != null && after != null && before.labels().equals(after.labels())) {
            return;
        }
        if (before != null) {
            servicesOf(before).forEach(service -> membersOf(service).remove(before.key()));
        }
        if (after != null) {
            servicesOf(after).forEach(service -> membersOf(service).add(after.key()));
        }
    }

    private Set<Key> membersOf(Key service) {
        return selected.computeIfAbsent(service, s -> new TreeSet<>());
    }

    /// The services that select a pod.
    synchronized List<Key> servicesOf(Pod pod) {
        List<Key> services = new ArrayList<>();
        pod.labels().forEach((key, value) -> {
            TreeMap<Key, Service> candidates = byPair.get(new Pair(pod.namespace(), key, value));
            if (candidates != null) {
                candidates.values().stream()
                        .filter(service -> service.selects(pod.labels()))
                        .forEach(service -> services.add(service.key()));
            }
        });
        return services;
    }

    /// The pods that a service selects, in the order of their keys.
    List<Pod> podsOf(Service service) {
        List<Key> keys;
        synchronized (this) {
            TreeSet<Key> members = selected.get(service.key());
            keys = members == null ? List.of() : List.copyOf(members);
        }
        List<Pod> found = new ArrayList<>(keys.size());
        for (Key key : keys) {
            // Pod and service may have changed since.
            pods.get(key).filter(pod -> service.selects(pod.labels())).ifPresent(found::add);
        }
        return found;
    }
}
