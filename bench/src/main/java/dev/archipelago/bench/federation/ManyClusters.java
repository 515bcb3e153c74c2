package dev.archipelago.bench.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Measure;
import dev.archipelago.bench.report.Pass;
import dev.archipelago.bench.servers.EmbeddedFederation;
import dev.archipelago.bench.servers.Usage;
import dev.archipelago.federation.kinds.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// Many sets, each with a replica in every one of many clusters: what it takes to plan them, and to be there.
public final class ManyClusters {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration REST = Duration.ofSeconds(30);
    private static final int LOOKS_MAX = 900;

    private ManyClusters() {}

    public static Pass run(EmbeddedFederation federation, int sets) throws InterruptedException {
        ClusterApi api = federation.api();
        int clusters = federation.members().size();
        await("all clusters ready", api, Cluster.KIND, clusters, Cluster::isReady);
        List<ProcessHandle> process = List.of(ProcessHandle.current());
        Figures figures = new Figures();
        figures.put(
                Measure.cost("resident memory of all servers, without sets", "MB"), Usage.residentMegabytes(process));
        double seconds;
        try (Arrivals arrivals = new Arrivals(federation.members().values())) {
            long start = System.nanoTime();
            AtOnce.run(sets, i -> api.create(MemberSet.KIND, Sets.of("set-" + i, clusters, "registry.example/app:1")));
            arrivals.await(sets * clusters);
            seconds = (System.nanoTime() - start) / 1e9;
        }
        figures.put(Measure.rate("sets in all clusters, from the first apply", "1/s"), sets / seconds);
        figures.put(Measure.rate("objects in clusters", "1/s"), (double) sets * clusters / seconds);
        Thread.sleep(REST);
        double before = Usage.cpuMilliseconds(process);
        Thread.sleep(REST);
        figures.put(
                Measure.cost("CPU when idle", "% of a core"),
                100 * (Usage.cpuMilliseconds(process) - before) / REST.toMillis());
        figures.put(Measure.cost("resident memory when idle", "MB"), Usage.residentMegabytes(process));
        return new Pass(sets + " sets in each of " + clusters + " clusters, all in one process", figures);
    }

    private static <T extends ApiObject> void await(
            String what, ClusterApi api, Kind<T> kind, int count, Predicate<T> condition) throws InterruptedException {
        for (int i = 0; i < LOOKS_MAX; i++) {
            if (api.list(kind).objects().stream().filter(condition).count() >= count) {
                return;
            }
            Thread.sleep(PAUSE);
        }
        throw new IllegalStateException("not within " + PAUSE.multipliedBy(LOOKS_MAX) + ": " + what);
    }
}
