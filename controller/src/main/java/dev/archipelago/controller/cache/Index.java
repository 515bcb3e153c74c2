package dev.archipelago.controller.cache;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The objects of a cache by a value that they share, such as their owner.
///
/// The reflector's thread updates it, together with the cache; any thread may read.
public final class Index<T extends ApiObject> {
    private final Function<? super T, ? extends Collection<String>> valuesOf;
    private final Map<String, ConcurrentSkipListMap<Key, T>> buckets = new ConcurrentHashMap<>();

    Index(Function<? super T, ? extends Collection<String>> valuesOf) {
        this.valuesOf = valuesOf;
    }

    /// The objects with this value, in key order.
    public List<T> get(String value) {
        ConcurrentSkipListMap<Key, T> bucket = buckets.get(value);
        return bucket == null ? List.of() : List.copyOf(bucket.values());
    }

    /// Whether no object has this value.
    public boolean isEmpty(String value) {
        return !buckets.containsKey(value);
    }

    void replace(@Nullable T before, @Nullable T after) {
        Collection<String> now = after == null ? List.of() : valuesOf.apply(after);
        if (before != null) {
            for (String value : valuesOf.apply(before)) {
                if (!now.contains(value)) {
                    remove(value, before.key());
                }
            }
        }
        if (after != null) {
            now.forEach(value -> buckets.computeIfAbsent(value, v -> new ConcurrentSkipListMap<>())
                    .put(after.key(), after));
        }
    }

    private void remove(String value, Key key) {
        ConcurrentSkipListMap<Key, T> bucket = buckets.get(value);
        if (bucket != null) {
            bucket.remove(key);
            if (bucket.isEmpty()) {
                buckets.remove(value);
            }
        }
    }
}
