package dev.archipelago.bench;

import dev.archipelago.bench.report.BenchmarkRun;
import dev.archipelago.bench.report.JsonReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// What all benchmarks let one choose.
final class RunOptions {
    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "1",
            description = "How often to do it all, each time from nothing. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(names = "--json", paramLabel = "FILE", description = "Where to write all figures as JSON, too.")
    private @Nullable Path json;

    @Option(
            names = "--temp",
            paramLabel = "DIR",
            description = "Where data goes meanwhile; its disk is part of what is measured. Default: the system's.")
    private Path temporary = Path.of(System.getProperty("java.io.tmpdir"));

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    /// The benchmark that is run.
    CommandLine command() {
        return spec.commandLine();
    }

    /// Where it prints its figures.
    PrintWriter out() {
        return command().getOut();
    }

    Path temporary() {
        return temporary;
    }

    void run(BenchmarkRun comparison, String what, PrintWriter out) throws Exception {
        Map<String, String> setting = setting(what);
        setting.forEach((name, value) -> out.printf("%s: %s%n", name, value));
        out.flush();
        comparison.run(rounds);
        if (json != null) {
            JsonReport.write(json, setting, comparison);
        }
    }

    private Map<String, String> setting(String what) throws IOException {
        var setting = new LinkedHashMap<String, String>();
        setting.put("work", what);
        String load = "";
        Path loads = Path.of("/proc/loadavg");
        if (Files.isReadable(loads)) {
            load = ", load average before " + Files.readString(loads).split(" ")[0];
        }
        setting.put("machine", Runtime.getRuntime().availableProcessors() + " processors" + load);
        String type = Files.getFileStore(temporary).type();
        // Where syncing costs nothing, ratios of writes say nothing about disks.
        setting.put("data", temporary + " (" + type + (type.equals("tmpfs") ? ": in memory, fsync is free" : "") + ")");
        return setting;
    }
}
