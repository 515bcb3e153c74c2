package dev.archipelago.bench;

import dev.archipelago.bench.federation.FederationWork;
import dev.archipelago.bench.federation.ManyClusters;
import dev.archipelago.bench.report.BenchmarkRun;
import dev.archipelago.bench.report.Contender;
import dev.archipelago.bench.report.Pass;
import dev.archipelago.bench.servers.Archipelago;
import dev.archipelago.bench.servers.EmbeddedFederation;
import dev.archipelago.bench.servers.FederationProcesses;
import dev.archipelago.bench.servers.Federations;
import dev.archipelago.bench.servers.Scratch;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bench/run federation`: a federation and its clusters.
@Command(
        name = "federation",
        description =
                "Measures a federation: how fast many sets are in all clusters, how soon one is, and how often the "
                        + "control plane writes for that.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class FederationCommand implements Callable<Integer> {
    private static final int PODS_PER_NODE = 250;

    @Mixin
    private final LauncherOption launcher = new LauncherOption();

    @Option(
            names = "--clusters",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many clusters. Default: ${DEFAULT-VALUE}")
    private int clusters;

    @Option(
            names = "--sets",
            paramLabel = "N",
            defaultValue = "1000",
            description = "StatefulSets to apply at once. Default: ${DEFAULT-VALUE}")
    private int sets;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "6",
            description = "Replicas of each. Default: ${DEFAULT-VALUE}")
    private int replicas;

    @Option(
            names = "--singles",
            paramLabel = "N",
            defaultValue = "300",
            description = "StatefulSets to apply one by one. Default: ${DEFAULT-VALUE}")
    private int singles;

    @Option(names = "--apart", description = "Have each cluster in a process of its own, joined over HTTP.")
    private boolean apart;

    @Option(
            names = "--bad-members",
            description = "Instead, how soon sets are in the clusters before and after members have joined that hang, "
                    + "fail, pretend to be others, or are slow.")
    private boolean badMembers;

    @Option(
            names = "--many-clusters",
            paramLabel = "N",
            defaultValue = "0",
            description = "Instead, N clusters that are API servers alone, all in this process, with a replica of each "
                    + "set. BENCH_JAVA_OPTS are then theirs.")
    private int manyClusters;

    @Mixin
    private final RunOptions run = new RunOptions();

    @Override
    public Integer call() throws Exception {
        PrintWriter out = run.out();
        Contender ours = new Contender("archipelago", manyClusters > 0 ? this::measureMany : measuring());
        var comparison = new BenchmarkRun(ours, Optional.empty(), Optional.empty(), out);
        run.run(
                comparison,
                manyClusters > 0
                        ? "StatefulSets in each of %d clusters".formatted(manyClusters)
                        : "StatefulSets of %d over %d clusters %s"
                                .formatted(replicas, clusters, apart ? "in processes of their own" : "in one process"),
                out);
        out.println(
                "for reference: on 2 cores, Karmada 1.18.2 with its limits raised, over three stock API servers without "
                        + "pods: 300 sets of 6 after 35 s (8.6/s), a new image after 25 s (12/s), one set after 280 ms (median), "
                        + "55 writes per set, 1.8 GiB");
        out.flush();
        return 0;
    }

    private Callable<List<Pass>> measuring() throws Exception {
        Archipelago archipelago = launcher.find();
        archipelago.build();
        if (!badMembers) {
            // Once for nothing: a generator that still compiles shares the processors with what it measures, and is
            // slower at the first load than at the second. Beside bad members, the first pass is for that.
            measure(archipelago);
        }
        return () -> measure(archipelago);
    }

    private static List<String> names(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "c" + i).toList();
    }

    private List<Pass> measureMany() throws Exception {
        try (var scratch = Scratch.in(run.temporary());
                EmbeddedFederation federation = EmbeddedFederation.start(scratch.directory(), names(manyClusters))) {
            return List.of(ManyClusters.run(federation, sets));
        }
    }

    private List<Pass> measure(Archipelago archipelago) throws Exception {
        int pods = (2 * sets + singles) * replicas / clusters;
        var federations = new Federations(archipelago, pods / PODS_PER_NODE + pods / PODS_PER_NODE / 20 + 1);
        List<String> names = names(clusters);
        try (var scratch = Scratch.in(run.temporary());
                FederationProcesses federation = apart
                        ? federations.apart(scratch.directory(), names)
                        : federations.embedded(scratch.directory(), names)) {
            var work = new FederationWork(new FederationWork.Options(sets, replicas, singles));
            return badMembers
                    ? work.runBesideBad(federation, api -> federations.spoil(scratch.directory(), federation, api))
                    : work.run(federation);
        }
    }
}
