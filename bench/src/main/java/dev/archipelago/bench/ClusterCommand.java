package dev.archipelago.bench;

import dev.archipelago.bench.cluster.ClusterWork;
import dev.archipelago.bench.report.BenchmarkRun;
import dev.archipelago.bench.report.Contender;
import dev.archipelago.bench.report.Pass;
import dev.archipelago.bench.servers.Archipelago;
import dev.archipelago.bench.servers.Cluster;
import dev.archipelago.bench.servers.EmbeddedCluster;
import dev.archipelago.bench.servers.Scratch;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bench/run cluster`: a whole cluster in one process.
@Command(
        name = "cluster",
        description = "Measures a whole cluster in one process: how fast pods are Ready, what idle ones cost, and how "
                + "soon a change of one among many is handled.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ClusterCommand implements Callable<Integer> {
    private static final int PODS_PER_NODE = 250;

    @Mixin
    private final LauncherOption launcher = new LauncherOption();

    @Option(
            names = "--pods",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Pods to bring up as fast as it goes; 0 to leave that out. Default: ${DEFAULT-VALUE}")
    private int pods;

    @Option(
            names = "--sets",
            paramLabel = "N",
            defaultValue = "100",
            description = "StatefulSets that they are from. Default: ${DEFAULT-VALUE}")
    private int sets;

    @Option(
            names = "--idle-pods",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Pods of a small cluster that idles; 0 to leave that out. Default: ${DEFAULT-VALUE}")
    private int idlePods;

    @Option(
            names = "--many-pods",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Pods of a large cluster; 0 to leave that out. Default: ${DEFAULT-VALUE}")
    private int manyPods;

    @Option(
            names = "--set-pods",
            paramLabel = "N",
            defaultValue = "100",
            description = "Pods in each StatefulSet of the large cluster. Default: ${DEFAULT-VALUE}")
    private int setPods;

    @Option(
            names = "--changes",
            paramLabel = "N",
            defaultValue = "4000",
            description = "Changes of single pods of the large cluster. Default: ${DEFAULT-VALUE}")
    private int changes;

    @Option(
            names = "--quiet-seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "How long to leave a cluster alone before it counts as idle. Default: ${DEFAULT-VALUE}")
    private int quietSeconds;

    @Option(
            names = "--idle-seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "How long to measure an idle cluster. Default: ${DEFAULT-VALUE}")
    private int idleSeconds;

    @Option(
            names = "--embedded",
            description = "Have the cluster in this process and work on it without HTTP. BENCH_JAVA_OPTS are then the "
                    + "cluster's.")
    private boolean embedded;

    @Mixin
    private final RunOptions run = new RunOptions();

    @Override
    public Integer call() throws Exception {
        PrintWriter out = run.out();
        Start start = embedded ? EmbeddedCluster::start : built()::startCluster;
        Contender ours = new Contender("archipelago", () -> measure(start));
        var comparison = new BenchmarkRun(ours, Optional.empty(), Optional.empty(), out);
        run.run(comparison, "pods of Parallel StatefulSets on simulated nodes of " + PODS_PER_NODE + " pods", out);
        out.println(
                "for reference: on 2 cores, a stock control plane with its limits raised creates 660 pods/s, not yet "
                        + "scheduled or Ready");
        out.flush();
        return 0;
    }

    private interface Start {
        Cluster start(Path directory, int nodes) throws Exception;
    }

    private Archipelago built() throws Exception {
        Archipelago archipelago = launcher.find();
        archipelago.build();
        return archipelago;
    }

    private List<Pass> measure(Start start) throws Exception {
        var work = new ClusterWork(new ClusterWork.Options(
                sets, changes, Duration.ofSeconds(quietSeconds), Duration.ofSeconds(idleSeconds)));
        List<Pass> passes = new ArrayList<>();
        if (pods > 0) {
            passes.addAll(onFreshCluster(start, pods, cluster -> work.load(cluster, pods)));
        }
        if (idlePods > 0) {
            passes.addAll(onFreshCluster(start, idlePods, cluster -> List.of(work.idle(cluster, idlePods))));
        }
        if (manyPods > 0) {
            passes.addAll(onFreshCluster(
                    start, manyPods, cluster -> List.of(work.many(cluster, manyPods, manyPods / setPods))));
        }
        return passes;
    }

    private interface Work {
        List<Pass> on(Cluster cluster) throws Exception;
    }

    private List<Pass> onFreshCluster(Start start, int podsMax, Work work) throws Exception {
        // A few more than needed, as a cluster that is full to the last place is not what anybody has.
        int nodes = podsMax / PODS_PER_NODE + podsMax / PODS_PER_NODE / 20 + 1;
        try (var scratch = Scratch.in(run.temporary());
                Cluster cluster = start.start(scratch.directory(), nodes)) {
            return work.on(cluster);
        }
    }
}
