package dev.archipelago.controller.queue;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Exponential backoff for each key.
final class Backoff<K> {
    private static final Duration FIRST = Duration.ofMillis(5);
    private static final Duration MAX = Duration.ofSeconds(60);
    private static final int DOUBLINGS_MAX = 20;

    private final Map<K, Integer> failures = new ConcurrentHashMap<>();

    /// Counts a failure.
    Duration next(K key) {
        int before = failures.merge(key, 1, Integer::sum) - 1;
        Duration wait = FIRST.multipliedBy(1L << Math.min(before, DOUBLINGS_MAX));
        return wait.compareTo(MAX) < 0 ? wait : MAX;
    }

    /// Resets the key after a success.
    void forget(K key) {
        failures.remove(key);
    }
}
