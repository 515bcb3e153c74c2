package dev.archipelago.controller.runtime;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The writes of a controller that its caches do not show yet. Until they do, it must not plan, or it would do
/// the same again.
final class Expectations {
    private final Caches caches;
    private final Map<Key, Written> written = new ConcurrentHashMap<>();

    /// The writes for one key.
    private static final class Written {
        private final Map<Cache<?>, Mark> marks = new LinkedHashMap<>();
        private final Set<Gone> removed = new LinkedHashSet<>();
    }

    /// The state that a cache must reach.
    ///
    /// @param resets that of the cache at the time of the write; when it has grown, the server that was written
    /// to is gone
    /// @param lists how many lists it had requested at that time
    private record Mark(long resourceVersion, int resets, int lists) {
        Mark and(Mark later) {
            return later.resets == resets && resourceVersion > later.resourceVersion ? this : later;
        }

        boolean isSeenIn(Cache<?> cache) {
            return cache.resourceVersion() >= resourceVersion
                    || cache.resets() != resets
                    || cache.hasLost(resourceVersion, lists);
        }
    }

    /// An object that a cache must no longer have.
    ///
    /// @param resourceVersion at which it ceased to be selected, as a later one may be selected again;
    /// [Long#MAX_VALUE] for a deletion
    private record Gone(Cache<?> cache, Key key, String uid, long resourceVersion, int resets) {
        boolean isSeenIn(@Nullable ApiObject known) {
            return known == null
                    || !known.uid().equals(uid)
                    || known.isDeleting()
                    || known.resourceVersion() >= resourceVersion
                    || cache.resets() != resets;
        }
    }

    Expectations(Caches caches) {
        this.caches = caches;
    }

    void wrote(Key cause, Kind<?> kind, Stored result) {
        for (Cache<?> cache : caches.all(kind)) {
            if (cache.selects(result)) {
                Written all = written.computeIfAbsent(cause, k -> new Written());
                synchronized (all) {
                    all.marks.merge(
                            cache, new Mark(result.resourceVersion(), cache.resets(), cache.listsBegun()), Mark::and);
                }
            } else {
                // The cache gets no event for an object it does not select, except that it no longer does.
                ObjectNode object = result.view();
                Key key = new Key(Meta.namespace(object), Meta.name(object));
                String uid = object.path("metadata").path("uid").asString("");
                removed(cause, cache, key, uid, result.resourceVersion());
            }
        }
    }

    /// Expects a deletion, whose resourceVersion is not known.
    void removed(Key cause, Kind<?> kind, Key key, String uid) {
        for (Cache<?> cache : caches.all(kind)) {
            removed(cause, cache, key, uid, Long.MAX_VALUE);
        }
    }

    private void removed(Key cause, Cache<?> cache, Key key, String uid, long resourceVersion) {
        Written all = written.computeIfAbsent(cause, k -> new Written());
        synchronized (all) {
            all.removed.add(new Gone(cache, key, uid, resourceVersion, cache.resets()));
        }
    }

    /// Whether the caches show all writes for a key.
    ///
    /// @param seen is called when it is worth asking again
    boolean areMet(Key cause, Runnable seen) {
        Written all = written.get(cause);
        if (all == null) {
            return true;
        }
        synchronized (all) {
            for (Map.Entry<Cache<?>, Mark> entry : all.marks.entrySet()) {
                Cache<?> cache = entry.getKey();
                if (isInUse(cache) && !entry.getValue().isSeenIn(cache)) {
                    cache.whenSeen(entry.getValue().resourceVersion(), seen);
                    return false;
                }
            }
            for (Gone gone : all.removed) {
                Cache<?> cache = gone.cache();
                if (!isInUse(cache)) {
                    continue;
                }
                // Read before the object, so that a deletion in between does not leave a waiter behind.
                long looked = cache.resourceVersion();
                @Nullable ApiObject known = find(cache, gone.key());
                if (!gone.isSeenIn(known)) {
                    cache.whenSeen(looked + 1, seen);
                    return false;
                }
            }
        }
        written.remove(cause, all);
        return true;
    }

    /// Nothing more is told of one that was dropped.
    private boolean isInUse(Cache<?> cache) {
        return caches.find(cache.kind(), cache.selection())
                .filter(known -> known == cache)
                .isPresent();
    }

    private static @Nullable ApiObject find(Cache<?> cache, Key key) {
        Optional<? extends ApiObject> found = cache.get(key);
        return found.isPresent() ? found.get() : null;
    }
}
