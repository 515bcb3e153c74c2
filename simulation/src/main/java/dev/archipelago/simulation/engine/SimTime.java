package dev.archipelago.simulation.engine;

import dev.archipelago.controller.queue.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/// Time that passes only from one event to the next. Whatever happens, happens here, in one order.
public final class SimTime implements Timers {
    private final RandomGenerator random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparing(Event::time).thenComparingLong(Event::sequence));
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private long sequence;

    private record Event(Instant time, long sequence, Runnable action) {}

    public SimTime(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public Alarm at(Instant time, Runnable action) {
        Event event = new Event(time.isBefore(now) ? now : time, sequence++, action);
        events.add(event);
        return () -> events.remove(event);
    }

    public void after(Duration delay, Runnable action) {
        at(now.plus(delay), action);
    }

    /// Lets something happen soon, but nobody knows when.
    public void soon(long millisMax, Runnable action) {
        after(Duration.ofMillis(random.nextLong(millisMax + 1)), action);
    }

    /// Lets the next thing happen.
    ///
    /// @return false when nothing happens any more before a time
    public boolean step(Instant until) {
        Event next = events.peek();
        if (next == null || next.time.isAfter(until)) {
            now = until;
            return false;
        }
        events.remove();
        now = next.time;
        next.action.run();
        return true;
    }
}
