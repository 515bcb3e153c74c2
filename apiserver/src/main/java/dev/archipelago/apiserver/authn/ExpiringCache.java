package dev.archipelago.apiserver.authn;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A bounded cache whose entries live for a short time.
///
/// Two generations, and the older one is dropped whole: no bookkeeping per read, and no more than `entriesMax`
/// entries, give or take the threads that put at the same moment. A race can at worst forget an entry early.
final class ExpiringCache<K, V> {
    private final InstantSource clock;
    private final long lifeMillis;
    private final int generationEntriesMax;
    private volatile Generations<K, V> generations =
            new Generations<>(0, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());

    private record Entry<V>(V value, long untilMillis) {}

    private record Generations<K, V>(
            long number, ConcurrentHashMap<K, Entry<V>> young, ConcurrentHashMap<K, Entry<V>> old) {}

    ExpiringCache(InstantSource clock, Duration life, int entriesMax) {
        this.clock = clock;
        this.lifeMillis = life.toMillis();
        this.generationEntriesMax = Math.max(1, entriesMax / 2);
    }

    @Nullable
    V find(K key) {
        Generations<K, V> current = generations;
        Entry<V> entry = current.young.get(key);
        if (entry == null) {
            entry = current.old.get(key);
        }
        return entry == null || clock.millis() >= entry.untilMillis ? null : entry.value;
    }

    /// Remembers a value for a while.
    ///
    /// @param untilMillis when the value stops being true by itself, if that is sooner than the cache's own limit
    void put(K key, V value, long untilMillis) {
        Generations<K, V> current = generations;
        if (current.young.mappingCount() >= generationEntriesMax) {
            current = turn(current);
        }
        current.young.put(key, new Entry<>(value, Math.min(untilMillis, clock.millis() + lifeMillis)));
    }

    long size() {
        Generations<K, V> current = generations;
        return current.young.mappingCount() + current.old.mappingCount();
    }

    private synchronized Generations<K, V> turn(Generations<K, V> seen) {
        if (generations.number == seen.number) {
            generations = new Generations<>(seen.number + 1, new ConcurrentHashMap<>(), seen.young);
        }
        return generations;
    }
}
