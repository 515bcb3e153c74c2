package dev.archipelago.cluster.testing;

import dev.archipelago.controller.queue.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A clock that tests advance.
public final class ManualTimers implements Timers {
    // Guarded by this:
    private Instant now;
    private final List<Pending> pending = new ArrayList<>();

    private record Pending(Instant time, Runnable action) {}

    public ManualTimers(Instant start) {
        now = start;
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public Alarm at(Instant time, Runnable action) {
        Pending added = new Pending(time, action);
        synchronized (this) {
            if (time.isAfter(now)) {
                pending.add(added);
                return () -> cancel(added);
            }
        }
        // Never on the caller's thread, which may hold a lock that the action needs.
        Thread.startVirtualThread(action);
        return () -> {};
    }

    private synchronized void cancel(Pending added) {
        pending.remove(added);
    }

    /// Advances time and runs due timers.
    public void advance(Duration by) {
        List<Pending> due;
        synchronized (this) {
            now = now.plus(by);
            due = pending.stream().filter(one -> !one.time.isAfter(now)).toList();
            pending.removeAll(due);
        }
        due.forEach(one -> one.action.run());
    }
}
