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
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The API servers that are compared, each as a fresh process under the same load.
final class ApiServers {
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
        ApiServerProcess in(Path directory) throws IOException, InterruptedException;
    }

    Contender ours(Archipelago archipelago) {
        return contender("archipelago", archipelago::start);
    }

    Contender kubernetes(KubeApiServer peer) {
        return contender("kube-apiserver", peer::start);
    }

    /// Answers as long as those of the server that ran before.
    Contender ceiling() {
        return contender("ceiling", directory -> Ceiling.start(directory, sizes));
    }

    /// Lets the JVM of the generator compile what it needs, so that the first server is not measured through a slower
    /// client than the second.
    void warmUpGenerator() throws Exception {
        try (var scratch = Scratch.in(temporary);
                ApiServerProcess server = Ceiling.start(scratch.directory(), sizes)) {
            PodLoad.run(server, LoadOptions.warmUp(options), "warm-up", out);
        }
    }

    private Contender contender(String name, Start start) {
        return new Contender() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public List<Pass> run() throws Exception {
                try (var scratch = Scratch.in(temporary);
                        ApiServerProcess server = start.in(scratch.directory())) {
                    return measure(server);
                }
            }
        };
    }

    private List<Pass> measure(ApiServerProcess server) throws Exception {
        var passes = new ArrayList<Pass>();
        var start = new Figures();
        start.put(Measure.cost("start to ready", "ms"), server.readyMilliseconds());
        passes.add(new Pass("start", start));
        passes.add(new Pass("first load", load(server, "bench-cold")));
        if (warm) {
            passes.add(new Pass("second load on the same server", load(server, "bench-warm")));
        }
        return passes;
    }

    private Figures load(ApiServerProcess server, String namespace) throws Exception {
        PodLoad.Result result = PodLoad.run(server, options, namespace, out);
        sizes = result.sizes();
        return result.figures();
    }
}
