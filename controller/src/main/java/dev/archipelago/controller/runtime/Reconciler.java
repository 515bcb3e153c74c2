package dev.archipelago.controller.runtime;

import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/// The part of a controller that is its own: which keys are affected by a change, and the plan for a key.
///
/// It is level-based: whatever happened, and however often it is asked, the plan depends only on the current state.
public interface Reconciler {

    /// The name in events and managed fields, such as `statefulset-controller`.
    String name();

    /// Registers the listeners that map changed objects to keys. Called once, before the caches are synced.
    ///
    /// @param again takes keys, from any thread
    void connect(Consumer<Key> again);

    /// The plan for one key. It depends on the caches and the time only.
    Plan plan(Key key, Instant now);

    /// How long a key waits for further changes before it is planned, so that many changes make for
    /// one large write.
    default Duration gathering() {
        return Duration.ZERO;
    }

    /// How many keys may be worked on at the same time.
    default int parallel() {
        return 32;
    }
}
