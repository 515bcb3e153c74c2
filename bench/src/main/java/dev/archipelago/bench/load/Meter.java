package dev.archipelago.bench.load;

import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Measure;
import dev.archipelago.bench.servers.Usage;
import java.util.List;

/// Processor time that the server and the load generator take for one kind of work.
record Meter(List<ProcessHandle> processes, double server, double generator) {

    static Meter start(List<ProcessHandle> processes) {
        return new Meter(processes, Usage.cpuMilliseconds(processes), Usage.ownCpuMilliseconds());
    }

    /// @param scale how many of the unit make a millisecond
    void stop(Figures figures, String name, String unit, int operations, double scale) {
        double served = Usage.cpuMilliseconds(processes) - server;
        double generated = Usage.ownCpuMilliseconds() - generator;
        figures.put(Measure.cost(name + " CPU of the server", unit), served * scale / operations);
        figures.put(Measure.cost(name + " CPU of the client", unit), generated * scale / operations);
    }
}
