package dev.archipelago.cli;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.cli.up.Ports;
import dev.archipelago.cluster.MemberCluster;
import dev.archipelago.cluster.dns.ClusterNames;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import dev.archipelago.store.Store;
import dev.archipelago.store.embedded.EmbeddedStore;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `archipelago cluster`: a whole cluster in the foreground.
@Command(
        name = "cluster",
        description = "Runs a cluster with simulated nodes until it is stopped.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ClusterCommand implements Callable<Integer> {
    @Option(names = "--name", defaultValue = "c1", description = "The name of the cluster. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private String name;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private ServerOptions server;

    @Option(
            names = "--dns-port",
            paramLabel = "D",
            converter = PortConverter.class,
            defaultValue = "5353",
            description = "The port of the cluster's DNS; 0 picks a free one. Default: ${DEFAULT-VALUE}")
    private int dnsPort;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private LimitOptions limits;

    @Option(names = "--nodes", defaultValue = "3", description = "How many nodes it has. Default: ${DEFAULT-VALUE}")
    private int nodes;

    @Option(
            names = "--zones",
            split = ",",
            defaultValue = "a,b,c",
            description = "The zones that the nodes are spread over. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private List<String> zones;

    @Option(
            names = "--region",
            defaultValue = "local",
            description = "The region that all nodes are in. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private String region;

    @Option(
            names = "--dns-zone",
            paramLabel = "ZONE",
            defaultValue = "cluster.local",
            description = "The DNS zone of the cluster; in a federation, that of the federation. "
                    + "Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private String zone;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private BalancerOptions balancers;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private SimulationOptions simulation;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        limits.check(nodes);
        simulation.check();
        new Ports()
                .https(server.port(), "cluster " + name)
                .dns(dnsPort, "cluster " + name)
                .check();
        CountDownLatch stopped = new CountDownLatch(1);
        server.createDirectory();
        try (Store store = EmbeddedStore.open(server.embeddedStore(limits.quota()));
                ApiServer api = ApiServer.start(
                        new ApiServer.Options(server.data(), "127.0.0.1", server.port())
                                .actingOn(MemberCluster.ACTS_ON)
                                .withReplicasMax(limits.replicasMax()),
                        store);
                MemberCluster cluster = startCluster(api)) {
            Stopping.onSignal(stopped);
            Path kubeconfig = server.kubeconfig();
            api.writeKubeconfig(kubeconfig);
            spec.commandLine()
                    .getOut()
                    .printf(
                            "ready %s https://127.0.0.1:%d dns 127.0.0.1:%d kubeconfig %s%n",
                            name, api.port(), cluster.dnsPort(), kubeconfig);
            spec.commandLine().getOut().flush();
            stopped.await();
        }
        return 0;
    }

    private MemberCluster startCluster(ApiServer api) throws Exception {
        return MemberCluster.start(
                name,
                api::local,
                new MemberCluster.Settings(
                        Fleet.of(nodes, zones).in(region),
                        Files.readString(server.data().resolve("pki/ca.crt")),
                        api::sign,
                        InetAddress.getLoopbackAddress(),
                        dnsPort,
                        new SimulatedRuntime(simulation.behaviour()),
                        new ClusterNames.Settings(zone, ClusterNames.Settings.DEFAULT.ttlSeconds(), List.of()),
                        balancers.pool(),
                        caches -> List.of()),
                api.metrics());
    }
}
