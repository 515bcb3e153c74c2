package dev.archipelago.simulation.federation;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The current values, and former ones that a controller may still act on.
final class History<K, T> {
    private final World world;
    private final Map<K, T> present = new HashMap<>();
    private final Map<K, Deque<Former<T>>> past = new HashMap<>();

    private record Former<T>(Optional<T> value, Instant until) {}

    History(World world) {
        this.world = world;
    }

    void changed(K key, @Nullable T after) {
        Deque<Former<T>> former = past.computeIfAbsent(key, k -> new ArrayDeque<>());
        while (!former.isEmpty() && former.peek().until.isBefore(world.oldest())) {
            former.remove();
        }
        former.add(new Former<>(now(key), world.time().instant()));
        if (after == null) {
            present.remove(key);
        } else {
            present.put(key, after);
        }
    }

    Optional<T> now(K key) {
        return Optional.ofNullable(present.get(key));
    }

    /// All values that a controller may consider current; empty where there was none.
    List<Optional<T>> views(K key) {
        List<Optional<T>> views = new ArrayList<>();
        views.add(now(key));
        for (Former<T> former : past.getOrDefault(key, new ArrayDeque<>())) {
            if (!former.until.isBefore(world.oldest())) {
                views.add(former.value);
            }
        }
        return views;
    }
}
