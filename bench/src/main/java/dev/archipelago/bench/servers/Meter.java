package dev.archipelago.bench.servers;

import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Measure;
import java.util.List;

/// Processor time that the server and the load generator take for one kind of work.
public record Meter(List<ProcessHandle> processes, double server, double generator) {

    public static Meter start(List<ProcessHandle> processes) {
        return new Meter(processes, Usage.cpuMilliseconds(processes), Usage.ownCpuMilliseconds());
    }

    /// Notes what it took.
    ///
    /// @param scale how many of the unit make a millisecond
    public void stop(Figures figures, String name, String unit, int operations, double scale) {
        double served = Usage.cpuMilliseconds(processes) - server;
        double generated = Usage.ownCpuMilliseconds() - generator;
        figures.put(Measure.cost(name + " CPU of the server", unit), served * scale / operations);
        figures.put(Measure.cost(name + " CPU of the client", unit), generated * scale / operations);
    }
}
