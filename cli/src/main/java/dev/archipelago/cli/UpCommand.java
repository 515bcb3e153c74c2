package dev.archipelago.cli;

import dev.archipelago.cli.up.Archipelago;
import dev.archipelago.federation.kinds.ClusterName;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `archipelago up`: a federation and its clusters in the foreground.
@Command(
        name = "up",
        description = "Runs a federation and its member clusters until it is stopped.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class UpCommand implements Callable<Integer> {
    @Option(
            names = "--clusters",
            split = ",",
            defaultValue = "c1,c2,c3",
            description = "The names of the clusters to run; '' for none. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private List<String> clusters;

    @Option(
            names = "--nodes",
            defaultValue = "3",
            description = "How many nodes each cluster has. Default: ${DEFAULT-VALUE}")
    private int nodes;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "archipelago-data",
            description = "The data directory. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private Path data;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private FederationTraits traits;

    @Option(
            names = "--port",
            paramLabel = "P",
            converter = PortConverter.class,
            defaultValue = "6443",
            description = "The HTTPS port of the federation; the clusters get the following. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--dns-port",
            paramLabel = "D",
            converter = PortConverter.class,
            defaultValue = "5353",
            description = "The DNS port of the federation; the clusters get the following. Default: ${DEFAULT-VALUE}")
    private int dnsPort;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private SimulationOptions simulation;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private LimitOptions limits;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        check();
        CountDownLatch stopped = new CountDownLatch(1);
        PrintWriter out = spec.commandLine().getOut();
        Archipelago.Settings settings = new Archipelago.Settings(
                clusters,
                nodes,
                limits.replicasMax(),
                limits.quota(),
                data,
                NativeDirectory.or(data.resolve("native")),
                traits.settings(Archipelago.HEALTH, Archipelago.PERIOD),
                port,
                dnsPort,
                traits.publishers(),
                simulation.behaviour());
        try (Archipelago running = Archipelago.start(settings, line -> {
            out.println(line);
            out.flush();
        })) {
            Stopping.onSignal(stopped);
            out.println(running.summary());
            out.flush();
            stopped.await();
        }
        return 0;
    }

    private void check() {
        if (clusters.equals(List.of(""))) {
            clusters = List.of();
        }
        for (String name : clusters) {
            String problem = ClusterName.problem(name);
            if (!problem.isEmpty()) {
                throw wrong("--clusters: " + problem);
            }
        }
        if (new LinkedHashSet<>(clusters).size() < clusters.size()) {
            throw wrong("--clusters: each cluster must have a name of its own");
        }
        limits.check(nodes);
        simulation.check();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
