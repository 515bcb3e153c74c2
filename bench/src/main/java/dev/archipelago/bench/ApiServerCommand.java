package dev.archipelago.bench;

import dev.archipelago.bench.load.LoadOptions;
import dev.archipelago.bench.report.BenchmarkRun;
import dev.archipelago.bench.report.Contender;
import dev.archipelago.bench.servers.Archipelago;
import dev.archipelago.bench.servers.KubeApiServer;
import dev.archipelago.bench.servers.Program;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `bench/run apiserver`: our API server beside a kube-apiserver.
@Command(
        name = "apiserver",
        description = "Measures our API server beside a kube-apiserver with etcd.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ApiServerCommand implements Callable<Integer> {
    @Option(
            names = "--kube-apiserver",
            paramLabel = "PATH",
            description = "The peer's program. Without it only ours is measured.")
    private @Nullable Path kubeApiServer;

    @Option(names = "--etcd", paramLabel = "PATH", description = "The peer's etcd. Default: the one on the PATH.")
    private @Nullable Path etcd;

    @Mixin
    private final LauncherOption launcher = new LauncherOption();

    @Option(
            names = "--ceiling",
            description = "Also measure a server that answers constants: the most that the load generator can see.")
    private boolean ceiling;

    @Option(
            names = "--warm",
            description = "Put the load on each server a second time, to see it when it has run for a while.")
    private boolean warm;

    @Mixin
    private final LoadArguments load = new LoadArguments();

    @Mixin
    private final RunOptions run = new RunOptions();

    @Override
    public Integer call() throws Exception {
        PrintWriter out = run.out();
        Archipelago archipelago = launcher.find();
        Optional<KubeApiServer> peer = peer();
        LoadOptions options = load.options();
        var servers = new ApiServers(run.temporary(), options, warm, out);
        archipelago.build();
        servers.warmUpGenerator();
        Optional<Contender> limit = ceiling ? Optional.of(servers.ceiling()) : Optional.empty();
        var comparison = new BenchmarkRun(servers.ours(archipelago), peer.map(servers::kubernetes), limit, out);
        run.run(comparison, options.describe(), out);
        return 0;
    }

    private Optional<KubeApiServer> peer() {
        if (kubeApiServer == null) {
            return Optional.empty();
        }
        Path program = Optional.ofNullable(etcd)
                .or(() -> Program.onPath("etcd"))
                .orElseThrow(() -> new ParameterException(
                        run.command(), "A kube-apiserver needs an etcd, and there is none on the PATH: use --etcd."));
        return Optional.of(new KubeApiServer(kubeApiServer, program));
    }
}
