package dev.archipelago.controller.runtime;

import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/// What makes one controller different from another.
///
/// It is level-based: whatever happened, and however often it is asked, the plan depends only on what there is now.
public interface Reconciler {

    /// The name under which it acts and speaks, such as `statefulset-controller`.
    String name();

    /// Says of which key it wants to think again when an object changes. Called once, before the caches it was made
    /// with are filled.
    ///
    /// @param again takes keys, from any thread
    void connect(Consumer<Key> again);

    /// Decides what is to be done about one key, from the caches it was made with and the time alone.
    Plan plan(Key key, Instant now);

    /// How long a key waits for more to happen to it before it is looked at: for what is large and nobody is in a hurry
    /// for, so that many changes in a row make for one write.
    default Duration gathering() {
        return Duration.ZERO;
    }

    /// How many keys may be worked on at the same time.
    default int parallel() {
        return 32;
    }
}
