package dev.archipelago.apiserver.http;

import java.util.function.Supplier;

/// One event on its way to a watcher.
///
/// @param size of the bytes, or about as much
/// @param text asked for once, by the worker that writes it: an event that looks different to each watcher is put
///     into words there, not by the thread that tells all watchers of it
record EventFrame(int size, Supplier<byte[]> text) {

    static EventFrame of(byte[] bytes) {
        return new EventFrame(bytes.length, () -> bytes);
    }

    byte[] bytes() {
        return text.get();
    }
}
