package dev.archipelago.controller.queue;

import java.time.Instant;
import java.time.InstantSource;

/// A clock that can also wake somebody.
public interface Timers extends InstantSource {

    /// Runs something at a time, or soon after. It must not block.
    Alarm at(Instant time, Runnable action);

    /// Something that will happen, unless it is cancelled.
    interface Alarm {
        void cancel();
    }
}
