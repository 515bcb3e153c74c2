package dev.archipelago.apiserver.registry;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Watch;
import java.util.List;
import java.util.function.Function;

/// A watch that is ready to start: what the client is sent first, and what follows.
public final class WatchPlan {
    private final List<KeyValue> initial;
    private final long initialRevision;
    private final boolean bookmarksInitial;
    private final Function<WatchSink, Watch> starter;

    WatchPlan(
            List<KeyValue> initial,
            long initialRevision,
            boolean bookmarksInitial,
            Function<WatchSink, Watch> starter) {
        this.initial = initial;
        this.initialRevision = initialRevision;
        this.bookmarksInitial = bookmarksInitial;
        this.starter = starter;
    }

    /// The objects to send as ADDED before anything else; empty when the client knows where it is.
    public List<KeyValue> initial() {
        return initial;
    }

    /// The revision that [#initial()] is the state of.
    public long initialRevision() {
        return initialRevision;
    }

    /// Whether the client waits for a bookmark that ends the initial objects.
    public boolean bookmarksInitial() {
        return bookmarksInitial;
    }

    /// Lets the changes after [#initial()] flow.
    public Watch start(WatchSink sink) {
        return starter.apply(sink);
    }
}
