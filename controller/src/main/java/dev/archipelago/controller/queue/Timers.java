package dev.archipelago.controller.queue;

import java.time.Instant;
import java.time.InstantSource;

/// A clock with timers.
public interface Timers extends InstantSource {

    /// Runs an action at a time, or soon after. It must not block.
    Alarm at(Instant time, Runnable action);

    /// A scheduled action that can be cancelled.
    interface Alarm {
        void cancel();
    }
}
