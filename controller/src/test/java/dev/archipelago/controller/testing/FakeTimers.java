package dev.archipelago.controller.testing;

import dev.archipelago.controller.queue.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// A clock that tests advance. Timers fire in order, each at its time.
public final class FakeTimers implements Timers {
    private record At(Instant time, long order) implements Comparable<At> {
        @Override
        public int compareTo(At other) {
            int byTime = time.compareTo(other.time);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private final TreeMap<At, Runnable> alarms = new TreeMap<>();
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private long alarmsSoFar;

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public Alarm at(Instant time, Runnable action) {
        At at = new At(time, alarmsSoFar++);
        alarms.put(at, action);
        return () -> alarms.remove(at);
    }

    public void advance(Duration time) {
        Instant end = now.plus(time);
        while (!alarms.isEmpty() && !alarms.firstKey().time.isAfter(end)) {
            Map.Entry<At, Runnable> first = alarms.firstEntry();
            alarms.remove(first.getKey());
            now = first.getKey().time.isAfter(now) ? first.getKey().time : now;
            first.getValue().run();
        }
        now = end;
    }

    public int pending() {
        return alarms.size();
    }
}
