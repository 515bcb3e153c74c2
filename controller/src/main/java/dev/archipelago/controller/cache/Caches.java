package dev.archipelago.controller.cache;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.Selection;
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

/// The caches of one cluster, one for each kind and each selection of its objects that anybody asked for.
///
/// All controllers first say what they want, then the feeds start.
public final class Caches implements AutoCloseable {
    private final Map<Scope, Cache<?>> caches = new ConcurrentHashMap<>();
    private final KindDiscovery census = new KindDiscovery(this);

    // Guarded by this:
    private final Map<Cache<?>, Feed> feeds = new LinkedHashMap<>();
    private @Nullable Feeder latecomers;
    private boolean closed;

    private record Scope(Kind<?> kind, Selection selection) {}

    /// Fills caches.
    public interface Feeder {
        /// Fills a cache some time later, and keeps it up to date until the feed is closed.
        Feed feed(Cache<?> cache);
    }

    /// Fills one cache until it is closed.
    public interface Feed extends AutoCloseable {
        @Override
        void close();
    }

    /// Is told of the kinds that there are caches of.
    public interface Newcomers {
        /// A kind is served. Its cache is not filled yet.
        void appeared(Cache<?> cache);

        /// A kind is not served any more. Its cache is left as it was.
        void vanished(Cache<?> cache);
    }

    /// The cache of a kind.
    public <T extends ApiObject> Cache<T> of(Kind<T> kind) {
        return of(kind, Selection.ALL);
    }

    /// The cache of selected objects of a kind.
    @SuppressWarnings("unchecked") // Each kind is put in with a cache of its own type.
    public <T extends ApiObject> Cache<T> of(Kind<T> kind, Selection selection) {
        return (Cache<T>) caches.computeIfAbsent(new Scope(kind, selection), scope -> new Cache<>(kind, selection));
    }

    /// All caches, in the order of their kinds.
    public List<Cache<?>> all() {
        return caches.values().stream()
                .sorted(Comparator.<Cache<?>, String>comparing(
                                cache -> cache.kind().type().toString())
                        .thenComparing(cache -> cache.selection().toString()))
                .toList();
    }

    /// All caches of a kind, whatever they select.
    public List<Cache<?>> all(Kind<?> kind) {
        return caches.values().stream()
                .filter(cache -> cache.kind().equals(kind))
                .toList();
    }

    /// Asks for all kinds that the API serves, also those that come and go later, except events: they are many, short
    /// of life, and own nothing. A kind that somebody asked for by itself keeps the one cache it has.
    public void everything(Newcomers newcomers) {
        census.tell(newcomers);
    }

    /// Asks for one more kind, also after the feeds have started. Does nothing for what somebody asked for,
    /// and nothing any more once the feeds are closed.
    ///
    /// @param prepare adds indexes and listeners before anything is in the cache
    public <T extends ApiObject> void also(Kind<T> kind, Selection selection, Consumer<Cache<T>> prepare) {
        Cache<T> cache = new Cache<>(kind, selection);
        Scope scope = new Scope(kind, selection);
        synchronized (this) {
            if (closed || caches.containsKey(scope)) {
                return;
            }
            prepare.accept(cache);
            caches.put(scope, cache);
            if (latecomers != null) {
                feeds.put(cache, latecomers.feed(cache));
            }
        }
    }

    /// The cache of a kind, if anybody asked for all of it.
    public Optional<Cache<?>> find(Kind<?> kind) {
        return find(kind, Selection.ALL);
    }

    /// The cache of selected objects of a kind, if anybody asked for it.
    public Optional<Cache<?>> find(Kind<?> kind, Selection selection) {
        return Optional.ofNullable(caches.get(new Scope(kind, selection)));
    }

    /// The cache of all of a kind in whatever version anybody asked for it.
    Optional<Cache<?>> find(String group, String kind) {
        return List.copyOf(caches.values()).stream()
                .filter(cache -> cache.selection().isAll()
                        && cache.kind().type().group().equals(group)
                        && cache.kind().type().kind().equals(kind))
                .findFirst();
    }

    /// Makes the caches of all kinds that are served now, for those who want everything. A part of [#start], for those
    /// who feed the caches themselves.
    public void discover(ClusterApi api) {
        census.take(api);
    }

    /// Says who fills the caches that somebody asks for from now on. A part of [#start], too.
    public synchronized void feedLatecomers(Feeder feeder) {
        latecomers = feeder;
    }

    /// Fills all caches and keeps them up to date. When this returns, each has been filled once.
    ///
    /// @param retries runs what a feed does after its watch has ended
    public void start(ClusterApi api, Executor retries) {
        census.begin(api, retries);
        List<Reflector<?>> first = new ArrayList<>();
        synchronized (this) {
            feedLatecomers(cache -> later(cache, api, retries));
            for (Cache<?> cache : caches.values()) {
                Reflector<?> feed = new Reflector<>(cache, api, retries);
                feeds.put(cache, feed);
                first.add(feed);
            }
        }
        first.forEach(Reflector::start);
    }

    /// Fills one more cache, some time later.
    void follow(Cache<?> cache, ClusterApi api, Executor retries) {
        synchronized (this) {
            feeds.put(cache, later(cache, api, retries));
        }
    }

    private static Feed later(Cache<?> cache, ClusterApi api, Executor retries) {
        Reflector<?> feed = new Reflector<>(cache, api, retries);
        retries.execute(feed::start);
        return feed;
    }

    /// Stops a cache and forgets it.
    public void drop(Cache<?> cache) {
        Feed feed;
        synchronized (this) {
            feed = feeds.remove(cache);
            caches.remove(new Scope(cache.kind(), cache.selection()), cache);
        }
        if (feed != null) {
            feed.close();
        }
        cache.abandon();
    }

    public boolean areFilled() {
        return caches.values().stream().allMatch(Cache::isFilled);
    }

    @Override
    public synchronized void close() {
        closed = true;
        census.close();
        feeds.values().forEach(Feed::close);
    }
}
