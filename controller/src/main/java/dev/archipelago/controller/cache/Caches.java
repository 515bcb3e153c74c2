package dev.archipelago.controller.cache;

import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/// The caches of one cluster, one for each kind that anybody asked for.
///
/// All controllers first say what they want, then the feeds start.
public final class Caches implements AutoCloseable {
    private final Map<Kind<?>, Cache<?>> caches = new ConcurrentHashMap<>();
    private final List<Feed<?>> feeds = new ArrayList<>();

    /// The cache of a kind.
    @SuppressWarnings("unchecked") // Each kind is put in with a cache of its own type.
    public <T extends ApiObject> Cache<T> of(Kind<T> kind) {
        return (Cache<T>) caches.computeIfAbsent(kind, k -> new Cache<>(kind));
    }

    /// All caches, in the order of their kinds.
    public List<Cache<?>> all() {
        return caches.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().type().toString()))
                .<Cache<?>>map(Map.Entry::getValue)
                .toList();
    }

    /// Whether anybody asked for a kind.
    public boolean has(Kind<?> kind) {
        return caches.containsKey(kind);
    }

    /// Fills all caches and keeps them up to date. When this returns, each has been filled once.
    ///
    /// @param retries runs what a feed does after its watch has ended
    public synchronized void start(ClusterApi api, Executor retries) {
        caches.values().forEach(cache -> feeds.add(new Feed<>(cache, api, retries)));
        feeds.forEach(Feed::start);
    }

    public boolean areFilled() {
        return caches.values().stream().allMatch(Cache::isFilled);
    }

    @Override
    public synchronized void close() {
        feeds.forEach(Feed::close);
    }
}
