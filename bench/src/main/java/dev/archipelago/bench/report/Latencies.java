package dev.archipelago.bench.report;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/// Durations of many operations, added from any thread without a lock. What exceeds the capacity is only counted.
public final class Latencies {
    private final long[] nanos;
    private final AtomicInteger added = new AtomicInteger();

    public Latencies(int capacity) {
        nanos = new long[capacity];
    }

    public void add(long duration) {
        int slot = added.getAndIncrement();
        if (slot < nanos.length) {
            nanos[slot] = duration;
        }
    }

    public int count() {
        return added.get();
    }

    /// The nearest rank: the smallest duration that at least this part of all durations does not exceed. NaN when
    /// there are none.
    public double milliseconds(double part) {
        int kept = Math.min(added.get(), nanos.length);
        if (kept == 0) {
            return Double.NaN;
        }
        long[] sorted = Arrays.copyOf(nanos, kept);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(part * kept);
        return sorted[Math.clamp(rank, 1, kept) - 1] / 1e6;
    }
}
