package dev.archipelago.controller.runtime;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The writes of a controller that its caches do not show yet. Until they do, it must not plan, or it would do
/// the same again.
final class Expectations {
    private final Caches caches;
    private final Map<Key, Written> written = new ConcurrentHashMap<>();

    /// The writes for one key.
    private static final class Written {
        private final Map<Kind<?>, Mark> marks = new LinkedHashMap<>();
        private final Map<Gone, Kind<?>> removed = new LinkedHashMap<>();
    }

    /// The state that a cache must reach.
    ///
    /// @param beginnings that of the cache at the time of the write; when it has grown, the server that was written
    /// to is gone
    private record Mark(long revision, int beginnings) {
        Mark and(Mark later) {
            return later.beginnings == beginnings && revision > later.revision ? this : later;
        }

        boolean isSeenIn(Cache<?> cache) {
            return cache.revision() >= revision || cache.beginnings() != beginnings;
        }
    }

    private record Gone(Key key, String uid) {}

    Expectations(Caches caches) {
        this.caches = caches;
    }

    void wrote(Key cause, Kind<?> kind, Stored result) {
        caches.find(kind).ifPresent(cache -> {
            Written all = written.computeIfAbsent(cause, k -> new Written());
            synchronized (all) {
                all.marks.merge(kind, new Mark(result.revision(), cache.beginnings()), Mark::and);
            }
        });
    }

    /// Expects a deletion, whose resourceVersion is not known.
    void removed(Key cause, Kind<?> kind, Key key, String uid) {
        if (caches.has(kind)) {
            Written all = written.computeIfAbsent(cause, k -> new Written());
            synchronized (all) {
                all.removed.put(new Gone(key, uid), kind);
            }
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
            for (Map.Entry<Kind<?>, Mark> entry : all.marks.entrySet()) {
                Cache<?> cache = caches.find(entry.getKey()).orElse(null);
                if (cache != null && !entry.getValue().isSeenIn(cache)) {
                    cache.whenSeen(entry.getValue().revision(), seen);
                    return false;
                }
            }
            for (Map.Entry<Gone, Kind<?>> entry : all.removed.entrySet()) {
                Cache<?> cache = caches.find(entry.getValue()).orElse(null);
                if (cache == null) {
                    continue;
                }
                // Read before the object, so that a deletion in between does not leave a waiter behind.
                long looked = cache.revision();
                @Nullable ApiObject known = find(cache, entry.getKey().key());
                if (known != null && known.uid().equals(entry.getKey().uid()) && !known.isDeleting()) {
                    cache.whenSeen(looked + 1, seen);
                    return false;
                }
            }
        }
        written.remove(cause, all);
        return true;
    }

    private static @Nullable ApiObject find(Cache<?> cache, Key key) {
        Optional<? extends ApiObject> found = cache.get(key);
        return found.isPresent() ? found.get() : null;
    }
}
