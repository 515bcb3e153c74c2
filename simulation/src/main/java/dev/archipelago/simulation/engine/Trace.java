package dev.archipelago.simulation.engine;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;

/// The trace of one simulation: its last lines for reading, and a hash of all lines.
public final class Trace {
    private static final int LINES_MAX = 2000;

    private final InstantSource clock;
    private final Deque<String> lines = new ArrayDeque<>();
    private long hash = 1125899906842597L;

    public Trace(InstantSource clock) {
        this.clock = clock;
    }

    public void add(String line) {
        String dated = clock.instant().toString().substring(11) + ' ' + line;
        hash = 31 * hash + dated.hashCode();
        lines.add(dated);
        if (lines.size() > LINES_MAX) {
            lines.remove();
        }
    }

    public long hash() {
        return hash;
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
