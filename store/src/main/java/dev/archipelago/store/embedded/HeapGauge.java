package dev.archipelago.store.embedded;

import java.util.concurrent.TimeUnit;

/// Tells whether the heap is full of what is in use. What a collector has not looked at yet may be garbage, so it is
/// made to look before the heap is said to be full, and, while it is, again from time to time.
final class HeapGauge {
    private static final double FULL = 0.85;
    private static final double FREE = 0.80;
    private static final long BETWEEN_COLLECTIONS_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Heap heap;

    // Guarded by this:
    private boolean full;
    private double suspicious = FULL;
    private long collectedNanos;

    /// What is measured, and when.
    interface Heap {
        /// How full it is, from 0 to 1.
        double used();

        void collect();

        long nanoTime();
    }

    HeapGauge(Heap heap) {
        this.heap = heap;
    }

    static HeapGauge ofProcess() {
        return new HeapGauge(new ProcessHeap());
    }

    synchronized boolean isFull() {
        if (full) {
            if (heap.nanoTime() - collectedNanos >= BETWEEN_COLLECTIONS_NANOS) {
                full = usedAfterCollection() > FREE;
            }
        } else if (heap.used() > suspicious) {
            double left = usedAfterCollection();
            full = left > FULL;
            // Not at every rise: at the earliest when half of what is free has been used.
            suspicious = Math.max(FULL, left + (1 - left) / 2);
        }
        return full;
    }

    private double usedAfterCollection() {
        heap.collect();
        collectedNanos = heap.nanoTime();
        return heap.used();
    }
}
