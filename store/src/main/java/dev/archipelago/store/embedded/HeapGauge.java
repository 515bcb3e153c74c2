package dev.archipelago.store.embedded;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.concurrent.TimeUnit;

/// Tells whether the heap is full of what is in use. What a collector has not looked at yet may be garbage, so it is
/// made to look before the heap is said to be full, and, while it is, again from time to time.
final class HeapGauge {
    private static final double FULL = 0.85;
    private static final double FREE = 0.80;
    private static final long BETWEEN_COLLECTIONS_NANOS = TimeUnit.SECONDS.toNanos(10);

    // Guarded by this:
    private boolean full;
    private double suspicious = FULL;
    private long collectedNanos;

    synchronized boolean isFull() {
        if (full) {
            if (System.nanoTime() - collectedNanos >= BETWEEN_COLLECTIONS_NANOS) {
                full = usedAfterCollection() > FREE;
            }
        } else if (used() > suspicious) {
            double left = usedAfterCollection();
            full = left > FULL;
            // Not at every rise: at the earliest when half of what is free has been used.
            suspicious = Math.max(FULL, left + (1 - left) / 2);
        }
        return full;
    }

    private double usedAfterCollection() {
        System.gc();
        collectedNanos = System.nanoTime();
        return used();
    }

    /// The fullest of the pools that objects stay in.
    private static double used() {
        double most = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported()) {
                MemoryUsage usage = pool.getUsage();
                most = Math.max(most, usage.getMax() > 0 ? (double) usage.getUsed() / usage.getMax() : 0);
            }
        }
        return most;
    }
}
