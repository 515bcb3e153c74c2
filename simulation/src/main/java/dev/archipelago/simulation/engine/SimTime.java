package dev.archipelago.simulation.engine;

import dev.archipelago.controller.queue.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/// Virtual time, which advances from event to event. All events of a simulation are in one order.
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

    /// Runs an action after a random delay.
    public void soon(long millisMax, Runnable action) {
        after(Duration.ofMillis(random.nextLong(millisMax + 1)), action);
    }

    /// Runs the next event.
    ///
    /// @return false when there is none before the given time
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
