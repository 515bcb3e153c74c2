package dev.archipelago.apiserver.hostile;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/// What this process holds on to.
final class Memory {
    private Memory() {}

    /// Bytes in use on the heap, garbage not counted, and in direct buffers.
    static long heldBytes() {
        long held = Long.MAX_VALUE;
        // The collector may need another round for what the first one has only found out about.
        for (int i = 0; i < 3; i++) {
            System.gc();
            held = Math.min(
                    held,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return held + directBytes();
    }

    static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
