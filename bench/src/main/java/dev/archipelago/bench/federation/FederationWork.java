package dev.archipelago.bench.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Latencies;
import dev.archipelago.bench.report.Measure;
import dev.archipelago.bench.report.Pass;
import dev.archipelago.bench.servers.BadMembers;
import dev.archipelago.bench.servers.FederationProcesses;
import dev.archipelago.bench.servers.Meter;
import dev.archipelago.controller.remote.RemoteClusterApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// StatefulSets that are spread over all clusters: many at once, a change of all of them, and one by one.
public final class FederationWork {
    private static final String OLD = "registry.example/app:1";
    private static final String NEW = "registry.example/app:2";
    private static final String SINGLE = "registry.example/single:1";
    private static final String CHANGED = "registry.example/single:2";
    private static final String WRITES = "writes of the control plane per set, create and update";

    /// So that what is measured is one set, and not the pods of the last one.
    private static final int PAUSE_MILLIS = 50;

    /// Time for the pods of a set, when nobody waits for them.
    private static final int LONG_PAUSE_MILLIS = 200;

    private final Options options;

    /// How much of it.
    ///
    /// @param replicas of each set, at least one for each cluster
    /// @param singles how many sets to apply one by one
    public record Options(int sets, int replicas, int singles) {}

    public FederationWork(Options options) {
        this.options = options;
    }

    /// From nothing to all there, and what follows.
    public List<Pass> run(FederationProcesses federation) throws Exception {
        List<Pass> passes = new ArrayList<>();
        Figures start = new Figures();
        start.put(Measure.cost("start to ready", "ms"), federation.readyMilliseconds());
        passes.add(new Pass("start", start));
        try (FederationUnderTest trial = FederationUnderTest.of(federation, options.replicas())) {
            for (String title : List.of("first", "second")) {
                passes.add(new Pass(options.sets() + " sets at once, " + title, many(title, trial)));
            }
            passes.add(new Pass("sets one by one", oneByOne(trial)));
        }
        return passes;
    }

    /// How soon sets are in the clusters of a federation, before and after bad members have joined it.
    public List<Pass> runBesideBad(FederationProcesses federation, Joining joining) throws Exception {
        List<Pass> passes = new ArrayList<>();
        try (FederationUnderTest trial = FederationUnderTest.of(federation, options.replicas())) {
            passes.add(new Pass("before anything else", arrivals("warm", trial)));
            passes.add(new Pass("without bad members", arrivals("alone", trial)));
            try (RemoteClusterApi api = federation.federation().connect();
                    BadMembers bad = joining.join(api)) {
                passes.add(new Pass("beside " + bad, arrivals("beside", trial)));
            }
        }
        return passes;
    }

    /// Has bad members join.
    public interface Joining {
        BadMembers join(ClusterApi federation) throws IOException, InterruptedException;
    }

    private Figures arrivals(String title, FederationUnderTest trial) throws Exception {
        Latencies created = new Latencies(options.singles());
        String image = SINGLE + title;
        for (int i = 0; i < options.singles(); i++) {
            long start = System.nanoTime();
            trial.create(title + '-' + i, image);
            trial.awaitEverywhere(image, i + 1);
            created.add(System.nanoTime() - start);
            Thread.sleep(LONG_PAUSE_MILLIS);
        }
        Figures figures = new Figures();
        figures.put("one set in all good clusters", created);
        figures.put(Measure.cost("one set in all good clusters p95", "ms"), created.milliseconds(0.95));
        return figures;
    }

    private Figures many(String title, FederationUnderTest trial) throws Exception {
        Figures figures = new Figures();
        String old = OLD + title;
        String latest = NEW + title;
        long revision = trial.revision();
        Meter placing = trial.meter();
        long start = System.nanoTime();
        trial.createAll(options.sets(), title, old);
        trial.awaitEverywhere(old, options.sets());
        figures.put(Measure.rate("sets in all clusters, from the first apply", "1/s"), perSecond(start));
        placing.stop(figures, "a set in all clusters:", "ms", options.sets(), 1);
        trial.awaitReady(old, options.sets());
        figures.put(Measure.rate("sets Ready, from the first apply", "1/s"), perSecond(start));
        placing.stop(figures, "a set Ready:", "ms", options.sets(), 1);

        long change = System.nanoTime();
        trial.changeAll(options.sets(), title, latest);
        trial.awaitEverywhere(latest, options.sets());
        figures.put(Measure.rate("sets with a new image in all clusters", "1/s"), perSecond(change));
        trial.awaitReady(latest, options.sets());
        figures.put(Measure.cost(WRITES, ""), (double) (trial.revision() - revision) / options.sets() - 2);
        figures.put(Measure.cost("resident memory", "MB"), trial.residentMegabytes());
        return figures;
    }

    private Figures oneByOne(FederationUnderTest trial) throws Exception {
        Latencies created = new Latencies(options.singles());
        Latencies changed = new Latencies(options.singles());
        long revision = trial.revision();
        for (int i = 0; i < options.singles(); i++) {
            String name = "single-" + i;
            long start = System.nanoTime();
            trial.create(name, SINGLE);
            trial.awaitEverywhere(SINGLE, 1);
            created.add(System.nanoTime() - start);
            trial.awaitReady(SINGLE, 1);
            long change = System.nanoTime();
            trial.change(name, CHANGED);
            trial.awaitEverywhere(CHANGED, i + 1);
            changed.add(System.nanoTime() - change);
            trial.awaitReady(CHANGED, i + 1);
            Thread.sleep(PAUSE_MILLIS);
        }
        double writes = trial.revision() - revision;
        Figures figures = new Figures();
        figures.put("one set in all clusters", created);
        figures.put(Measure.cost("one set in all clusters p95", "ms"), created.milliseconds(0.95));
        figures.put("its new image in all clusters, one after the other", changed);
        figures.put(Measure.cost(WRITES, ""), writes / options.singles() - 2);
        return figures;
    }

    private double perSecond(long startNanos) {
        return options.sets() * 1e9 / (System.nanoTime() - startNanos);
    }
}
