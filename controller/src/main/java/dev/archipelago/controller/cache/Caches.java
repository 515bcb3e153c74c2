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

/// The caches of one cluster: one for each requested kind and selection.
///
/// All controllers request their caches first, then the reflectors start. May be used from any thread.
public final class Caches implements AutoCloseable {
    private final Map<Scope, Cache<?>> caches = new ConcurrentHashMap<>();
    private final KindDiscovery discovery = new KindDiscovery(this);

    // Guarded by this:
    private final Map<Cache<?>, RunningReflector> reflectors = new LinkedHashMap<>();
    private @Nullable ReflectorStarter starter;
    private boolean closed;

    private record Scope(Kind<?> kind, Selection selection) {}

    /// Starts the reflectors of caches that are added later.
    public interface ReflectorStarter {
        /// Starts a reflector in the background. It updates the cache until it is closed.
        RunningReflector start(Cache<?> cache);
    }

    /// A reflector that updates one cache until it is closed.
    public interface RunningReflector extends AutoCloseable {
        @Override
        void close();
    }

    /// Receives the kinds that the API serves, as their caches are added and removed.
    public interface KindListener {
        /// A kind is served. Its cache is not synced yet.
        void appeared(Cache<?> cache);

        /// A kind is no longer served. Its cache keeps its last state.
        void vanished(Cache<?> cache);
    }

    /// The cache of all objects of a kind; it is added when there is none.
    public <T extends ApiObject> Cache<T> of(Kind<T> kind) {
        return of(kind, Selection.ALL);
    }

    /// The cache of the selected objects of a kind; it is added when there is none.
    @SuppressWarnings("unchecked") // Each kind is put in with a cache of its own type.
    public <T extends ApiObject> Cache<T> of(Kind<T> kind, Selection selection) {
        return (Cache<T>) caches.computeIfAbsent(new Scope(kind, selection), scope -> new Cache<>(kind, selection));
    }

    /// All caches, ordered by kind.
    public List<Cache<?>> all() {
        return caches.values().stream()
                .sorted(Comparator.<Cache<?>, String>comparing(
                                cache -> cache.kind().type().toString())
                        .thenComparing(cache -> cache.selection().toString()))
                .toList();
    }

    /// All caches of a kind, with any selection.
    public List<Cache<?>> all(Kind<?> kind) {
        return caches.values().stream()
                .filter(cache -> cache.kind().equals(kind))
                .toList();
    }

    /// Requests caches of all kinds that the API serves now or later. Events are left out: they are many,
    /// short-lived and own nothing. A kind with a cache of its own keeps it.
    public void listenToKinds(KindListener listener) {
        discovery.listen(listener);
    }

    /// Adds a cache, also after the reflectors have started. Does nothing when there is one already,
    /// or after [#close].
    ///
    /// @param prepare adds indexes and listeners before the cache has any object
    public <T extends ApiObject> void also(Kind<T> kind, Selection selection, Consumer<Cache<T>> prepare) {
        Cache<T> cache = new Cache<>(kind, selection);
        Scope scope = new Scope(kind, selection);
        synchronized (this) {
            if (closed || caches.containsKey(scope)) {
                return;
            }
            prepare.accept(cache);
            caches.put(scope, cache);
            if (starter != null) {
                reflectors.put(cache, starter.start(cache));
            }
        }
    }

    /// The cache of all objects of a kind, if it was requested.
    public Optional<Cache<?>> find(Kind<?> kind) {
        return find(kind, Selection.ALL);
    }

    /// The cache of the selected objects of a kind, if it was requested.
    public Optional<Cache<?>> find(Kind<?> kind, Selection selection) {
        return Optional.ofNullable(caches.get(new Scope(kind, selection)));
    }

    /// The cache of all objects of a kind, in whatever version it was requested.
    Optional<Cache<?>> find(String group, String kind) {
        return List.copyOf(caches.values()).stream()
                .filter(cache -> cache.selection().isAll()
                        && cache.kind().type().group().equals(group)
                        && cache.kind().type().kind().equals(kind))
                .findFirst();
    }

    /// Adds the caches of all kinds served now, if anybody listens to kinds. [#start] includes this; it is for
    /// callers that start their own reflectors.
    public void discover(ClusterApi api) {
        discovery.discover(api);
    }

    /// Sets what starts the reflectors of caches added from now on. [#start] includes this, too.
    public synchronized void startLaterWith(ReflectorStarter newStarter) {
        starter = newStarter;
    }

    /// Starts a reflector for each cache. On return, each cache has synced once.
    ///
    /// @param retries runs a reflector again after its watch has ended
    public void start(ClusterApi api, Executor retries) {
        discovery.start(api, retries);
        List<Reflector<?>> first = new ArrayList<>();
        synchronized (this) {
            startLaterWith(cache -> startLater(cache, api, retries));
            for (Cache<?> cache : caches.values()) {
                Reflector<?> reflector = new Reflector<>(cache, api, retries);
                reflectors.put(cache, reflector);
                first.add(reflector);
            }
        }
        first.forEach(Reflector::start);
    }

    /// Starts the reflector of one more cache, in the background.
    void addReflector(Cache<?> cache, ClusterApi api, Executor retries) {
        synchronized (this) {
            reflectors.put(cache, startLater(cache, api, retries));
        }
    }

    private static RunningReflector startLater(Cache<?> cache, ClusterApi api, Executor retries) {
        Reflector<?> reflector = new Reflector<>(cache, api, retries);
        retries.execute(reflector::start);
        return reflector;
    }

    /// Stops the reflector of a cache and removes the cache.
    public void drop(Cache<?> cache) {
        RunningReflector reflector;
        synchronized (this) {
            reflector = reflectors.remove(cache);
            caches.remove(new Scope(cache.kind(), cache.selection()), cache);
        }
        if (reflector != null) {
            reflector.close();
        }
        cache.abandon();
    }

    public boolean areFilled() {
        return caches.values().stream().allMatch(Cache::isFilled);
    }

    @Override
    public synchronized void close() {
        closed = true;
        discovery.close();
        reflectors.values().forEach(RunningReflector::close);
    }
}
