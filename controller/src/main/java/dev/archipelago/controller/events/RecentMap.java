package dev.archipelago.controller.events;

import java.util.LinkedHashMap;
import java.util.Map;

/// A map of bounded size that evicts the least recently used entry.
final class RecentMap<K, V> extends LinkedHashMap<K, V> {
    private final int entriesMax;

    RecentMap(int entriesMax) {
        super(16, 0.75f, true);
        this.entriesMax = entriesMax;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > entriesMax;
    }
}
