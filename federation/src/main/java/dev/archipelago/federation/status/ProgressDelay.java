package dev.archipelago.federation.status;

import dev.archipelago.api.objects.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Delays writes about progress, so that they do not slow down the work when many objects are in progress. Final states
/// and problems are not delayed. Used by all threads of one controller.
public final class ProgressDelay {
    private static final Duration LEAST = Duration.ofSeconds(1);

    /// The additional delay for each object in progress.
    private static final Duration FOR_EACH = Duration.ofMillis(30);

    private static final Duration MOST = Duration.ofSeconds(30);

    // Objects with changes that are not written yet.
    private final Map<Key, Pending> pending = new ConcurrentHashMap<>();

    /// A pending change.
    ///
    /// @param delay how long it may wait
    private record Pending(Instant since, Duration delay) {
        /// A change that has waited while there were many does not get a shorter delay when few are left.
        Pending atLeast(Duration other) {
            return other.compareTo(delay) > 0 ? new Pending(since, other) : this;
        }
    }

    /// When progress of an object is to be written.
    public Instant due(Key key, Instant now) {
        Duration delay = delay(pending.size());
        Pending one = pending.compute(
                key, (same, before) -> before == null ? new Pending(now, delay) : before.atLeast(delay));
        return one.since.plus(one.delay);
    }

    /// All changes of an object are written now.
    public void done(Key key) {
        pending.remove(key);
    }

    /// The delay with this many objects in progress.
    static Duration delay(int inProgress) {
        Duration all = FOR_EACH.multipliedBy(inProgress);
        Duration atLeast = all.compareTo(LEAST) < 0 ? LEAST : all;
        return atLeast.compareTo(MOST) < 0 ? atLeast : MOST;
    }
}
