package dev.archipelago.store.embedded;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/// The heap of this process.
final class ProcessHeap implements HeapGauge.Heap {
    /// The fullest of the pools that objects stay in.
    @Override
    public double used() {
        double most = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported()) {
                MemoryUsage usage = pool.getUsage();
                most = Math.max(most, usage.getMax() > 0 ? (double) usage.getUsed() / usage.getMax() : 0);
            }
        }
        return most;
    }

    @Override
    public void collect() {
        System.gc();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
