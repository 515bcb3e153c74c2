package dev.archipelago.bench.servers;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What processes take of the machine.
public final class Usage {
    private Usage() {}

    /// Processor time since their start, all processes together.
    public static double cpuMilliseconds(List<ProcessHandle> processes) {
        double sum = 0;
        for (ProcessHandle process : processes) {
            sum += process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e6;
        }
        return sum;
    }

    /// Processor time of the benchmark itself.
    public static double ownCpuMilliseconds() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return system.getProcessCpuTime() / 1e6;
    }

    /// Resident memory of all together; NaN where there is no /proc.
    public static double residentMegabytes(List<ProcessHandle> processes) {
        double sum = 0;
        for (ProcessHandle process : processes) {
            sum += residentMegabytes(process);
        }
        return sum;
    }

    private static double residentMegabytes(ProcessHandle process) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.substring("VmRSS:".length(), line.length() - " kB".length())
                                    .strip())
                            / 1024.0;
                }
            }
        } catch (IOException e) {
            return Double.NaN;
        }
        return Double.NaN;
    }
}
