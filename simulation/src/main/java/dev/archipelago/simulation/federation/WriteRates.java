package dev.archipelago.simulation.federation;

import dev.archipelago.simulation.engine.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Invariant: no object is written over and over, as by two controllers in conflict. Two control planes may do so while
/// one has a stale cache.
final class WriteRates {
    /// Far more than faults cause.
    static final int WRITES_MAX = 200;

    private static final Duration WINDOW = Duration.ofSeconds(10);

    /// Twice the longest interruption of a watch on the federation's own API.
    private static final Duration OLD_NEWS = Duration.ofMillis(2 * Line.REOPENING_MILLIS_MAX);

    private final World world;
    private final Consumer<String> complaints;
    private final Map<String, Deque<Write>> writes = new HashMap<>();
    // Since when an object has been written too often.
    private final Map<String, Instant> busy = new HashMap<>();

    private record Write(Instant at, int records) {}

    WriteRates(World world, Consumer<String> complaints) {
        this.world = world;
        this.complaints = complaints;
    }

    private Duration excused() {
        return world.faults().processes() > 1 ? OLD_NEWS : Duration.ZERO;
    }

    /// @param object its place, kind and name
    /// @param records how many names of others it contains: each may change by itself
    void written(String object, int records) {
        if (world.actor().equals("people") || world.actor().equals(FakeControllers.USER)) {
            return;
        }
        Instant now = world.time().instant();
        Deque<Write> recent = writes.computeIfAbsent(object, name -> new ArrayDeque<>());
        recent.add(new Write(now, records));
        recent.removeIf(write -> write.at.isBefore(now.minus(WINDOW)));
        int most = recent.stream().mapToInt(Write::records).max().orElse(0);
        if (recent.size() <= WRITES_MAX + most) {
            busy.remove(object);
        } else if (busy.computeIfAbsent(object, name -> now).isBefore(now.minus(excused()))) {
            complaints.accept(object + " is written again and again, now by " + world.actor());
        }
    }
}
