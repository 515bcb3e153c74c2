package dev.archipelago.bench.cluster;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Latencies;
import dev.archipelago.bench.report.Measure;
import dev.archipelago.bench.report.Pass;
import dev.archipelago.bench.servers.Cluster;
import dev.archipelago.bench.servers.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What is done to a cluster as any client would, and measured of it.
public final class ClusterWork {
    /// So that what changes of single pods cost is not what compiling costs.
    private static final int PRACTICE = 16_000;

    private static final Duration READY_MAX = Duration.ofMinutes(10);

    private final Options options;

    /// How much of it.
    ///
    /// @param sets how many StatefulSets the pods of a load are from
    /// @param quiet how long nobody looks before an idle cluster is measured
    /// @param idle how long it is measured
    public record Options(int sets, int changes, Duration quiet, Duration idle) {}

    public ClusterWork(Options options) {
        this.options = options;
    }

    /// From nothing to all Ready, twice on the same cluster.
    public List<Pass> load(Cluster cluster, int pods) throws IOException, InterruptedException {
        List<Pass> passes = new ArrayList<>();
        Figures start = new Figures();
        start.put(Measure.cost("start to ready", "ms"), cluster.readyMilliseconds());
        passes.add(new Pass("start", start));
        try (Cluster.Connection connection = cluster.connect();
                ClusterObserver onlooker = new ClusterObserver(connection.api(), false)) {
            ClusterApi api = connection.api();
            for (String title : List.of("first load", "second load on the same cluster")) {
                SetGroup crowd = SetGroup.of("bench-" + title.substring(0, title.indexOf(' ')), pods, options.sets());
                Figures figures = new Figures();
                comeUp(crowd, cluster, api, onlooker, figures);
                long start2 = System.nanoTime();
                crowd.remove(api);
                figures.put(Measure.rate("pods deleted with their namespace", "1/s"), perSecond(pods, start2));
                passes.add(new Pass(pods + " pods, " + title, figures));
            }
        }
        return passes;
    }

    /// What a cluster takes in which nothing happens.
    public Pass idle(Cluster cluster, int pods) throws IOException, InterruptedException {
        Figures figures = new Figures();
        try (Cluster.Connection connection = cluster.connect()) {
            ClusterApi api = connection.api();
            try (ClusterObserver onlooker = new ClusterObserver(api, false)) {
                comeUp(SetGroup.of("bench-idle", pods, options.sets()), cluster, api, onlooker, figures);
            }
            rest(cluster, figures);
        }
        return new Pass(pods + " pods, idle", figures);
    }

    /// A large cluster: what it takes to be there, and how it handles changes of single pods.
    public Pass many(Cluster cluster, int pods, int sets) throws IOException, InterruptedException {
        Figures figures = new Figures();
        SetGroup crowd = SetGroup.of("bench-many", pods, sets);
        try (Cluster.Connection connection = cluster.connect()) {
            ClusterApi api = connection.api();
            try (ClusterObserver onlooker = new ClusterObserver(api, false)) {
                comeUp(crowd, cluster, api, onlooker, figures);
            }
            rest(cluster, figures);
            try (ClusterObserver onlooker = new ClusterObserver(api, true)) {
                PodChanges changes = new PodChanges(api, onlooker, crowd);
                changes.readiness(PRACTICE);
                double before = Usage.cpuMilliseconds(cluster.handles());
                Latencies readiness = changes.readiness(options.changes());
                double taken = Usage.cpuMilliseconds(cluster.handles()) - before;
                figures.put("readiness of one pod changed", readiness);
                figures.put(
                        Measure.cost("readiness of one pod changed, CPU of the cluster", "ms"),
                        taken / options.changes());
                changes.replacement(PRACTICE / 80);
                figures.put("one pod deleted and replaced", changes.replacement(options.changes() / 10));
            }
        }
        return new Pass(pods + " pods", figures);
    }

    private static void comeUp(
            SetGroup crowd, Cluster cluster, ClusterApi api, ClusterObserver onlooker, Figures figures)
            throws InterruptedException {
        crowd.prepare(api);
        long readyBefore = onlooker.ready();
        double cpuBefore = Usage.cpuMilliseconds(cluster.handles());
        long start = System.nanoTime();
        crowd.apply(api);
        onlooker.await("all Ready", READY_MAX, () -> onlooker.ready() == readyBefore + crowd.pods());
        figures.put(
                Measure.rate("pods Ready, from the first apply to the last", "1/s"), perSecond(crowd.pods(), start));
        figures.put(
                Measure.cost("CPU of the cluster per pod", "ms"),
                (Usage.cpuMilliseconds(cluster.handles()) - cpuBefore) / crowd.pods());
        figures.put(Measure.cost("resident memory when Ready", "MB"), Usage.residentMegabytes(cluster.handles()));
    }

    private void rest(Cluster cluster, Figures figures) throws InterruptedException {
        Thread.sleep(options.quiet());
        double before = Usage.cpuMilliseconds(cluster.handles());
        long start = System.nanoTime();
        Thread.sleep(options.idle());
        double elapsed = (System.nanoTime() - start) / 1e6;
        figures.put(
                Measure.cost("CPU of the idle cluster", "% of a core"),
                100 * (Usage.cpuMilliseconds(cluster.handles()) - before) / elapsed);
        figures.put(Measure.cost("resident memory, idle", "MB"), Usage.residentMegabytes(cluster.handles()));
    }

    private static double perSecond(int count, long startNanos) {
        return count * 1e9 / (System.nanoTime() - startNanos);
    }
}
