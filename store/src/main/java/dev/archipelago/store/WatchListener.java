package dev.archipelago.store;

import java.util.List;

/// Receives what a watch sees, one call at a time.
public interface WatchListener {

    /// Whether it can take many events now. A watch that catches up with the past is told more only then; it is asked
    /// again after a moment.
    default boolean isReady() {
        return true;
    }

    /// Changes in the order they were made. A transaction's changes are never split over two calls.
    void onEvents(List<WatchEvent> events);

    /// The answer to [Watch#requestProgress()]: every event up to `revision` has been delivered.
    void onProgress(long revision);

    /// The watch has ended by itself and nothing follows: the history it needs was compacted, or the store closed or
    /// failed.
    void onEnd(StoreException reason);
}
