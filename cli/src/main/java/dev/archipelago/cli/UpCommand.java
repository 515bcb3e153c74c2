package dev.archipelago.cli;

import dev.archipelago.cli.up.Archipelago;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
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
            description = "The names of the clusters. Default: ${DEFAULT-VALUE}")
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
            description = "Where everything is kept. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private Path data;

    @Option(
            names = "--federation",
            paramLabel = "NAME",
            defaultValue = "archipelago",
            description = "The name of the federation, which is part of the names it serves. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private String federation;

    @Option(
            names = "--dns-zone",
            paramLabel = "ZONE",
            defaultValue = "cluster.local",
            description = "The DNS zone of the federation and of its clusters. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private String zone;

    @Option(
            names = "--port",
            paramLabel = "P",
            defaultValue = "6443",
            description = "The HTTPS port of the federation; the clusters get the following. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--dns-port",
            paramLabel = "D",
            defaultValue = "5353",
            description = "The DNS port of the federation; the clusters get the following. Default: ${DEFAULT-VALUE}")
    private int dnsPort;

    @Option(
            names = "--default-propagation",
            paramLabel = "all|none",
            defaultValue = "all",
            description = "Where objects go that no policy is about: to all clusters, or to none. "
                    + "Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private DefaultPropagation propagation;

    @Option(
            names = "--simulate",
            paramLabel = "RULE=VALUE",
            description = "How pods behave that do not say so in an annotation simulation.archipelago.dev/RULE, "
                    + "such as ready-delay=2s. May be given several times. Default: stop-delay="
                    + SimulatedRuntime.STOP_DELAY)
    private Map<String, String> behaviour = new HashMap<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        check();
        CountDownLatch stopped = new CountDownLatch(1);
        behaviour.putIfAbsent("stop-delay", SimulatedRuntime.STOP_DELAY);
        PrintWriter out = spec.commandLine().getOut();
        Archipelago.Settings settings = new Archipelago.Settings(
                clusters,
                nodes,
                data,
                NativeDirectory.or(data.resolve("native")),
                federation,
                zone,
                port,
                dnsPort,
                propagation == DefaultPropagation.all,
                behaviour);
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
        for (String name : clusters) {
            if (!name.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?") || name.length() > 40) {
                throw wrong("--clusters: \"" + name
                        + "\" is not a name of at most 40 lower case letters, digits and '-' that begins and ends with "
                        + "a letter or a digit");
            }
        }
        if (new LinkedHashSet<>(clusters).size() < clusters.size()) {
            throw wrong("--clusters: each cluster must have a name of its own");
        }
        if (nodes < 1) {
            throw wrong("--nodes: a cluster needs at least one node");
        }
        if (!federation.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?") || federation.length() > 63) {
            throw wrong("--federation: \"" + federation + "\" is not a DNS label");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
