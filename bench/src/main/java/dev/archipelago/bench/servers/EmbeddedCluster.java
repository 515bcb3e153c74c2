package dev.archipelago.bench.servers;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.cluster.MemberCluster;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A cluster in the benchmark's own process, worked on without HTTP, as whoever embeds one does.
public final class EmbeddedCluster implements Cluster {
    private final EmbeddedStore store;
    private final ApiServer server;
    private final MemberCluster cluster;
    private final double readyMilliseconds;

    private EmbeddedCluster(EmbeddedStore store, ApiServer server, MemberCluster cluster, double readyMilliseconds) {
        this.store = store;
        this.server = server;
        this.cluster = cluster;
        this.readyMilliseconds = readyMilliseconds;
    }

    public static EmbeddedCluster start(Path directory, int nodes) throws Exception {
        long started = System.nanoTime();
        Path data = Files.createDirectory(directory.resolve("data"));
        EmbeddedStore store = EmbeddedStore.open(EmbeddedOptions.in(data.resolve("store")));
        ApiServer server = ApiServer.start(new ApiServer.Options(data, "127.0.0.1", 0), store);
        MemberCluster cluster = MemberCluster.start(
                "c1",
                part -> server.local(part),
                new MemberCluster.Settings(
                        Fleet.of(nodes, List.of("a", "b", "c")),
                        Files.readString(data.resolve("pki/ca.crt")),
                        server::sign,
                        InetAddress.getLoopbackAddress(),
                        0,
                        new SimulatedRuntime(Map.of("stop-delay", "0s"))),
                server.metrics());
        return new EmbeddedCluster(store, server, cluster, (System.nanoTime() - started) / 1e6);
    }

    @Override
    public double readyMilliseconds() {
        return readyMilliseconds;
    }

    @Override
    public List<ProcessHandle> handles() {
        return List.of(ProcessHandle.current());
    }

    @Override
    public Connection connect() {
        return new Connection(server.local("bench"), () -> {});
    }

    @Override
    public void close() {
        cluster.close();
        server.close();
        store.close();
    }
}
