package dev.archipelago.bench;

import dev.archipelago.bench.ceiling.Ceiling;
import dev.archipelago.bench.load.LoadOptions;
import dev.archipelago.bench.load.PodLoad;
import dev.archipelago.bench.load.Sizes;
import dev.archipelago.bench.report.Contender;
import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Measure;
import dev.archipelago.bench.report.Pass;
import dev.archipelago.bench.servers.ApiServerProcess;
import dev.archipelago.bench.servers.Archipelago;
import dev.archipelago.bench.servers.KubeApiServer;
import dev.archipelago.bench.servers.Scratch;
import java.io.PrintWriter;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The API servers that are compared, each as a fresh process under the same load.
final class ApiServers {
    /// A pass in which the compiler works no longer than this has found it with nothing left to do.
    private static final long QUIET_MILLISECONDS = 500;

    private static final int WARM_UPS_MAX = 6;

    private final Path temporary;
    private final LoadOptions options;
    private final boolean warm;
    private final PrintWriter out;
    private Sizes sizes = Sizes.GUESS;

    /// @param warm whether to put the load on each server a second time
    ApiServers(Path temporary, LoadOptions options, boolean warm, PrintWriter out) {
        this.temporary = temporary;
        this.options = options;
        this.warm = warm;
        this.out = out;
    }

    private interface Start {
        ApiServerProcess in(Path directory) throws Exception;
    }

    Contender ours(Archipelago archipelago) {
        return contender("archipelago", archipelago::start, result -> sizes = result.sizes());
    }

    Contender kubernetes(KubeApiServer peer) {
        return contender("kube-apiserver", peer::start, result -> {});
    }

    /// Answers as long as those of ours, if that ran before. Warm, as the generator is what it shows.
    Contender ceiling() {
        return contender(
                "ceiling",
                directory -> {
                    ApiServerProcess server = Ceiling.start(directory, sizes);
                    warmUp(server);
                    return server;
                },
                result -> {});
    }

    /// Lets the JVM of the generator compile what it needs, so that the first server is not measured through a slower
    /// client than the second.
    void warmUpGenerator() throws Exception {
        try (var scratch = Scratch.in(temporary);
                ApiServerProcess server = Ceiling.start(scratch.directory(), sizes)) {
            warmUp(server);
        }
    }

    private void warmUp(ApiServerProcess server) throws Exception {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long compiling;
        int pass = 0;
        do {
            long before = compiler.getTotalCompilationTime();
            PodLoad.run(server, LoadOptions.warmUp(options), "warm-up-" + pass, out);
            Thread.sleep(QUIET_MILLISECONDS);
            compiling = compiler.getTotalCompilationTime() - before;
            pass++;
        } while (compiling > QUIET_MILLISECONDS && pass < WARM_UPS_MAX);
    }

    private Contender contender(String name, Start start, Consumer<PodLoad.Result> results) {
        return new Contender(name, () -> {
            try (var scratch = Scratch.in(temporary);
                    ApiServerProcess server = start.in(scratch.directory())) {
                return measure(server, results);
            }
        });
    }

    private List<Pass> measure(ApiServerProcess server, Consumer<PodLoad.Result> results) throws Exception {
        var passes = new ArrayList<Pass>();
        var start = new Figures();
        start.put(Measure.cost("start to ready", "ms"), server.readyMilliseconds());
        start.put(
                Measure.cost("start to ready with its store", "ms"),
                server.storeMilliseconds() + server.readyMilliseconds());
        passes.add(new Pass("start", start));
        passes.add(new Pass("first load", load(server, "bench-cold", results)));
        if (warm) {
            passes.add(new Pass("second load on the same server", load(server, "bench-warm", results)));
        }
        return passes;
    }

    private Figures load(ApiServerProcess server, String namespace, Consumer<PodLoad.Result> results) throws Exception {
        PodLoad.Result result = PodLoad.run(server, options, namespace, out);
        results.accept(result);
        return result.figures();
    }
}
