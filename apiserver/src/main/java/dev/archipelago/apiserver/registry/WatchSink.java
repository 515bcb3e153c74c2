package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Stored;

/// Takes what a watch sees, in order. Called from a thread of the store that serves all watches: must not block.
public interface WatchSink {

    /// Whether it can take many changes now.
    default boolean isReady() {
        return true;
    }

    /// One change. For DELETED, the last state that was seen, with the revision at which it went.
    void onEvent(EventType type, Stored object);

    /// The events so far belong together and may be sent.
    void onBatchEnd();

    /// Every event up to `revision` has been delivered.
    void onBookmark(long revision);

    /// Nothing follows.
    void onEnd(ApiException reason);
}
