package dev.archipelago.store;

/// A running watch. Closing it stops the calls; one that is under way may still finish.
public interface Watch extends AutoCloseable {

    /// Asks for a call of [WatchListener#onProgress], in order with the events.
    void requestProgress();

    @Override
    void close();
}
