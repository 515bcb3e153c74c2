package dev.archipelago.apiserver.hostile;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

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

    /// What the process takes of the machine's memory, where that can be told.
    static long residentBytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(0);
    }

    static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
