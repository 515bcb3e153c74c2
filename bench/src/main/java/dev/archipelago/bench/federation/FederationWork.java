package dev.archipelago.bench.federation;

import dev.archipelago.apiserver.registry.PatchBody;
import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Latencies;
import dev.archipelago.bench.report.Measure;
import dev.archipelago.bench.report.Pass;
import dev.archipelago.bench.servers.BadMembers;
import dev.archipelago.bench.servers.FederationProcesses;
import dev.archipelago.bench.servers.Usage;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.remote.RemoteClusterApi;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// StatefulSets that are spread over all clusters: many at once, a change of all of them, and one by one.
public final class FederationWork {
    private static final String FEDERATION = "the federation";
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
    public List<Pass> run(FederationProcesses federation) throws IOException, InterruptedException {
        List<Pass> passes = new ArrayList<>();
        Figures start = new Figures();
        start.put(Measure.cost("start to ready", "ms"), federation.readyMilliseconds());
        passes.add(new Pass("start", start));
        connected(federation, (api, onlooker) -> {
            for (String title : List.of("first", "second")) {
                passes.add(
                        new Pass(options.sets() + " sets at once, " + title, many(title, api, onlooker, federation)));
            }
            passes.add(new Pass("sets one by one", oneByOne(api, onlooker, federation)));
        });
        return passes;
    }

    /// How soon sets are in the clusters of a federation, before and after bad members have joined it.
    public List<Pass> runBesideBad(FederationProcesses federation, Joining joining)
            throws IOException, InterruptedException {
        List<Pass> passes = new ArrayList<>();
        connected(federation, (api, onlooker) -> {
            passes.add(new Pass("before anything else", arrivals("warm", api, onlooker, federation)));
            passes.add(new Pass("without bad members", arrivals("alone", api, onlooker, federation)));
            try (BadMembers bad = joining.join(api)) {
                passes.add(new Pass("beside " + bad, arrivals("beside", api, onlooker, federation)));
            }
        });
        return passes;
    }

    private interface Work {
        void run(ClusterApi federation, Onlooker onlooker) throws IOException, InterruptedException;
    }

    private static void connected(FederationProcesses federation, Work work) throws IOException, InterruptedException {
        Deque<RemoteClusterApi> connections = new ArrayDeque<>();
        try {
            Map<String, ClusterApi> servers = new TreeMap<>();
            for (Map.Entry<String, FederationProcesses.Access> member :
                    federation.clusters().entrySet()) {
                connections.add(member.getValue().connect());
                servers.put(member.getKey(), connections.getLast());
            }
            connections.add(federation.federation().connect());
            servers.put(FEDERATION, connections.getLast());
            try (Onlooker onlooker = new Onlooker(servers)) {
                work.run(connections.getLast(), onlooker);
            }
        } finally {
            connections.forEach(RemoteClusterApi::close);
        }
    }

    /// Has bad members join.
    public interface Joining {
        BadMembers join(ClusterApi federation) throws IOException, InterruptedException;
    }

    private Figures arrivals(String title, ClusterApi api, Onlooker onlooker, FederationProcesses federation)
            throws InterruptedException {
        Latencies created = new Latencies(options.singles());
        String image = SINGLE + title;
        for (int i = 0; i < options.singles(); i++) {
            long start = System.nanoTime();
            api.create(MemberSet.KIND, Sets.of(title + '-' + i, options.replicas(), image));
            awaitEverywhere(onlooker, federation, image, i + 1);
            created.add(System.nanoTime() - start);
            Thread.sleep(LONG_PAUSE_MILLIS);
        }
        Figures figures = new Figures();
        figures.put("one set in all good clusters", created);
        figures.put(Measure.cost("one set in all good clusters p95", "ms"), created.milliseconds(0.95));
        return figures;
    }

    private Figures many(String title, ClusterApi api, Onlooker onlooker, FederationProcesses federation)
            throws InterruptedException {
        Figures figures = new Figures();
        String old = OLD + title;
        String latest = NEW + title;
        long revision = api.list(MemberSet.KIND).revision();
        double cpu = Usage.cpuMilliseconds(federation.handles());
        long start = System.nanoTime();
        AtOnce.run(options.sets(), i -> api.create(MemberSet.KIND, Sets.of(title + '-' + i, options.replicas(), old)));
        awaitEverywhere(onlooker, federation, old, options.sets());
        figures.put(Measure.rate("sets in all clusters, from the first apply", "1/s"), perSecond(start));
        awaitReady(onlooker, old);
        figures.put(Measure.rate("sets Ready, from the first apply", "1/s"), perSecond(start));
        figures.put(
                Measure.cost("CPU per set until Ready", "ms"),
                (Usage.cpuMilliseconds(federation.handles()) - cpu) / options.sets());

        long change = System.nanoTime();
        AtOnce.run(
                options.sets(),
                i -> api.patch(
                        MemberSet.KIND,
                        new Key("default", title + '-' + i),
                        "",
                        new PatchBody.Strategic(Sets.image(latest)),
                        false));
        awaitEverywhere(onlooker, federation, latest, options.sets());
        figures.put(Measure.rate("sets with a new image in all clusters", "1/s"), perSecond(change));
        awaitReady(onlooker, latest);
        double writes = api.list(MemberSet.KIND).revision() - revision;
        figures.put(Measure.cost(WRITES, ""), writes / options.sets() - 2);
        figures.put(Measure.cost("resident memory", "MB"), Usage.residentMegabytes(federation.handles()));
        return figures;
    }

    private Figures oneByOne(ClusterApi api, Onlooker onlooker, FederationProcesses federation)
            throws InterruptedException {
        Latencies created = new Latencies(options.singles());
        Latencies changed = new Latencies(options.singles());
        long revision = api.list(MemberSet.KIND).revision();
        for (int i = 0; i < options.singles(); i++) {
            Key key = new Key("default", "single-" + i);
            long start = System.nanoTime();
            api.create(MemberSet.KIND, Sets.of(key.name(), options.replicas(), SINGLE));
            awaitEverywhere(onlooker, federation, SINGLE, 1);
            created.add(System.nanoTime() - start);
            awaitReady(onlooker, SINGLE);
            long change = System.nanoTime();
            api.patch(MemberSet.KIND, key, "", new PatchBody.Strategic(Sets.image(CHANGED)), false);
            awaitEverywhere(onlooker, federation, CHANGED, i + 1);
            changed.add(System.nanoTime() - change);
            awaitReady(onlooker, CHANGED);
            Thread.sleep(PAUSE_MILLIS);
        }
        double writes = api.list(MemberSet.KIND).revision() - revision;
        Figures figures = new Figures();
        figures.put("one set in all clusters", created);
        figures.put(Measure.cost("one set in all clusters p95", "ms"), created.milliseconds(0.95));
        figures.put("its new image in all clusters, one after the other", changed);
        figures.put(Measure.cost(WRITES, ""), writes / options.singles() - 2);
        return figures;
    }

    private static void awaitEverywhere(Onlooker onlooker, FederationProcesses federation, String image, int sets)
            throws InterruptedException {
        onlooker.await(
                sets + " sets in all clusters",
                () -> federation.names().stream().allMatch(name -> onlooker.running(name, image) == sets));
    }

    private void awaitReady(Onlooker onlooker, String image) throws InterruptedException {
        onlooker.await(
                "all sets ready",
                () -> onlooker.all(FEDERATION, set -> !set.image().equals(image) || set.isReady(options.replicas())));
    }

    private double perSecond(long startNanos) {
        return options.sets() * 1e9 / (System.nanoTime() - startNanos);
    }
}
