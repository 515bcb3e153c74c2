package dev.archipelago.bench;

import dev.archipelago.bench.report.BenchmarkRun;
import dev.archipelago.bench.report.Contender;
import dev.archipelago.bench.servers.Program;
import dev.archipelago.bench.store.StoreWork;
import dev.archipelago.bench.store.Stores;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bench/run store`: the embedded store beside a real etcd.
@Command(
        name = "store",
        description = "Measures the embedded store, synced at every commit, beside a real etcd.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class StoreCommand implements Callable<Integer> {
    /// Held here, as levels of loggers that nobody refers to are forgotten.
    private static final Logger GRPC_LOGGER = Logger.getLogger("io.grpc");

    @Option(names = "--etcd", paramLabel = "PATH", description = "The etcd program. Default: the one on the PATH.")
    private @Nullable Path etcd;

    @Option(
            names = "--objects",
            paramLabel = "N",
            defaultValue = "5000",
            description = "Objects to create and to read. Default: ${DEFAULT-VALUE}")
    private int objects;

    @Option(
            names = "--value-bytes",
            paramLabel = "N",
            defaultValue = "2000",
            description = "The size of each value. Default: ${DEFAULT-VALUE}")
    private int valueBytes;

    @Option(
            names = "--gets",
            paramLabel = "N",
            defaultValue = "200000",
            description = "Reads of single keys; a tenth as many linearizable ones. Default: ${DEFAULT-VALUE}")
    private int gets;

    @Option(
            names = "--ranges",
            paramLabel = "N",
            defaultValue = "200",
            description = "Reads of all objects. Default: ${DEFAULT-VALUE}")
    private int ranges;

    @Option(
            names = "--watchers",
            paramLabel = "N",
            defaultValue = "100",
            description = "Watches at the same time. Default: ${DEFAULT-VALUE}")
    private int watchers;

    @Option(
            names = "--updates",
            paramLabel = "N",
            defaultValue = "500",
            description = "Updates while they watch. Default: ${DEFAULT-VALUE}")
    private int updates;

    @Mixin
    private final RunOptions run = new RunOptions();

    @Override
    public Integer call() throws Exception {
        GRPC_LOGGER.setLevel(Level.WARNING);
        PrintWriter out = run.out();
        var options = new StoreWork.Options(objects, valueBytes, gets, ranges, watchers, updates);
        Optional<Path> program = Optional.ofNullable(etcd).or(() -> Program.onPath("etcd"));
        if (program.isEmpty()) {
            out.println("No etcd on the PATH and no --etcd: only ours is measured.");
        }
        warmUp(program, options.warmUp());
        Optional<Contender> peer = program.map(path -> Stores.etcd(path, run.temporary(), options));
        var comparison = new BenchmarkRun(Stores.embedded(run.temporary(), options), peer, Optional.empty(), out);
        run.run(comparison, objects + " objects of " + valueBytes + " bytes in a store", out);
        return 0;
    }

    /// Both are in this JVM, the one as a whole and the other as a client, and it should not favour whoever runs
    /// later.
    private void warmUp(Optional<Path> program, StoreWork.Options options) throws Exception {
        Stores.embedded(run.temporary(), options).run();
        if (program.isPresent()) {
            Stores.etcd(program.get(), run.temporary(), options).run();
        }
    }
}
