package dev.archipelago.controller.cache;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The caches of one cluster, one for each kind that anybody asked for.
///
/// All controllers first say what they want, then the feeds start.
public final class Caches implements AutoCloseable {
    private final Map<Kind<?>, Cache<?>> caches = new ConcurrentHashMap<>();
    private final KindDiscovery census = new KindDiscovery(this);

    // Guarded by this:
    private final Map<Kind<?>, Reflector<?>> feeds = new LinkedHashMap<>();
    private @Nullable Consumer<Cache<?>> latecomers;

    /// Is told of the kinds that there are caches of.
    public interface Newcomers {
        /// A kind is served. Its cache is not filled yet.
        void appeared(Cache<?> cache);

        /// A kind is not served any more. Its cache is left as it was.
        void vanished(Cache<?> cache);
    }

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

    /// Asks for all kinds that the API serves, also those that come and go later, except events: they are many, short
    /// of life, and own nothing. A kind that somebody asked for by itself keeps the one cache it has.
    public void everything(Newcomers newcomers) {
        census.tell(newcomers);
    }

    /// Asks for one more kind, also after the feeds have started. Does nothing for a kind that somebody asked for.
    ///
    /// @param prepare adds indexes and listeners before anything is in the cache
    public <T extends ApiObject> void also(Kind<T> kind, Consumer<Cache<T>> prepare) {
        Cache<T> cache = new Cache<>(kind);
        synchronized (this) {
            if (caches.containsKey(kind)) {
                return;
            }
            prepare.accept(cache);
            caches.put(kind, cache);
            if (latecomers != null) {
                latecomers.accept(cache);
            }
        }
    }

    /// Whether anybody asked for a kind.
    public boolean has(Kind<?> kind) {
        return caches.containsKey(kind);
    }

    /// The cache of a kind, if anybody asked for it.
    public Optional<Cache<?>> find(Kind<?> kind) {
        return Optional.ofNullable(caches.get(kind));
    }

    /// The cache of a kind in whatever version anybody asked for it.
    Optional<Cache<?>> find(String group, String kind) {
        return List.copyOf(caches.values()).stream()
                .filter(cache -> cache.kind().type().group().equals(group)
                        && cache.kind().type().kind().equals(kind))
                .findFirst();
    }

    /// Makes the caches of all kinds that are served now, for those who want everything. A part of [#start], for those
    /// who feed the caches themselves.
    public void discover(ClusterApi api) {
        census.take(api);
    }

    /// Says who fills the caches that somebody asks for from now on. A part of [#start], too.
    public synchronized void feedLatecomers(Consumer<Cache<?>> feeder) {
        latecomers = feeder;
    }

    /// Fills all caches and keeps them up to date. When this returns, each has been filled once.
    ///
    /// @param retries runs what a feed does after its watch has ended
    public void start(ClusterApi api, Executor retries) {
        census.begin(api, retries);
        List<Reflector<?>> first = new ArrayList<>();
        synchronized (this) {
            feedLatecomers(cache -> follow(cache, api, retries));
            caches.values().forEach(cache -> first.add(feed(cache, api, retries)));
        }
        first.forEach(Reflector::start);
    }

    /// Fills one more cache, some time later.
    void follow(Cache<?> cache, ClusterApi api, Executor retries) {
        Reflector<?> feed;
        synchronized (this) {
            feed = feed(cache, api, retries);
        }
        retries.execute(feed::start);
    }

    private <T extends ApiObject> Reflector<T> feed(Cache<T> cache, ClusterApi api, Executor retries) {
        Reflector<T> feed = new Reflector<>(cache, api, retries);
        feeds.put(cache.kind(), feed);
        return feed;
    }

    /// Stops a cache and forgets it.
    void drop(Cache<?> cache) {
        Reflector<?> feed;
        synchronized (this) {
            feed = feeds.remove(cache.kind());
        }
        if (feed != null) {
            feed.close();
        }
        caches.remove(cache.kind());
        cache.abandon();
    }

    public boolean areFilled() {
        return caches.values().stream().allMatch(Cache::isFilled);
    }

    @Override
    public synchronized void close() {
        census.close();
        feeds.values().forEach(Reflector::close);
    }
}
