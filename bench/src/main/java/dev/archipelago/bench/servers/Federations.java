package dev.archipelago.bench.servers;

import dev.archipelago.api.cluster.ClusterApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Starts federations as users start them.
public final class Federations {
    private final Archipelago archipelago;
    private final int nodes;

    /// @param nodes of each cluster
    public Federations(Archipelago archipelago, int nodes) {
        this.archipelago = archipelago;
        this.nodes = nodes;
    }

    /// All in one process.
    public FederationProcesses embedded(Path directory, List<String> clusters)
            throws IOException, InterruptedException {
        Path data = directory.resolve("data");
        long started = System.nanoTime();
        Deque<Program> programs = new ArrayDeque<>();
        Program program = archipelago.run(
                "up",
                directory,
                "up",
                "--data",
                data.toString(),
                "--clusters",
                String.join(",", clusters),
                "--nodes",
                Integer.toString(nodes),
                "--port",
                firstOf(clusters.size() + 1),
                "--dns-port",
                firstOf(clusters.size() + 1),
                "--simulate",
                Archipelago.SIMULATION);
        programs.add(program);
        try {
            double ready = Readiness.awaitSaid("ready ", program, started);
            Path kubeconfig = data.resolve("kubeconfig");
            Map<String, FederationProcesses.Access> members = new LinkedHashMap<>();
            clusters.forEach(name -> members.put(name, new FederationProcesses.Access(kubeconfig, name)));
            return new FederationProcesses(
                    new FederationProcesses.Access(kubeconfig, "federation"), members, ready, programs);
        } catch (IOException | InterruptedException e) {
            program.close();
            throw e;
        }
    }

    /// Each cluster in a process of its own, joined over HTTP; so is the federation's API server, and what works on it.
    public FederationProcesses apart(Path directory, List<String> clusters) throws IOException, InterruptedException {
        long started = System.nanoTime();
        Deque<Program> programs = new ArrayDeque<>();
        try {
            Map<String, FederationProcesses.Access> members = new LinkedHashMap<>();
            for (String name : clusters) {
                Path home = Files.createDirectory(directory.resolve(name));
                ClusterProcess cluster = archipelago.startClusterProcess(home, nodes);
                programs.add(cluster.program());
                members.put(name, new FederationProcesses.Access(cluster.kubeconfig(), ""));
            }
            Path home = Files.createDirectory(directory.resolve("federation"));
            programs.addAll(archipelago.start(home).programs());
            Path kubeconfig = home.resolve("data/kubeconfig");
            Program controllers =
                    archipelago.run("controllers", home, "federation", "--kubeconfig", kubeconfig.toString());
            programs.add(controllers);
            Readiness.awaitSaid("ready ", controllers, started);
            for (Map.Entry<String, FederationProcesses.Access> member : members.entrySet()) {
                archipelago.finish(
                        "join",
                        member.getKey(),
                        "--kubeconfig",
                        kubeconfig.toString(),
                        "--cluster-kubeconfig",
                        member.getValue().kubeconfig().toString());
            }
            double ready = (System.nanoTime() - started) / 1e6;
            return new FederationProcesses(new FederationProcesses.Access(kubeconfig, ""), members, ready, programs);
        } catch (IOException | InterruptedException e) {
            programs.forEach(Program::close);
            throw e;
        }
    }

    /// Has bad members join a federation of clusters in one process.
    public BadMembers spoil(Path directory, FederationProcesses federation, ClusterApi api)
            throws IOException, InterruptedException {
        ClusterProcess far = archipelago.startClusterProcess(Files.createDirectory(directory.resolve("far")), 1);
        federation.programs().add(far.program());
        return BadMembers.join(api, federation.clusters().values().iterator().next(), far);
    }

    /// The first of several ports in a row that nobody listens on now.
    private static String firstOf(int count) throws IOException {
        List<Integer> tried = new ArrayList<>();
        while (tried.size() < 100) {
            int first = Scratch.freePorts(1).getFirst();
            if (first + count < 65_536 && Scratch.areFree(first, count)) {
                return Integer.toString(first);
            }
            tried.add(first);
        }
        throw new IOException("there are no " + count + " free ports in a row near any of " + tried);
    }
}
