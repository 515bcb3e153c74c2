package dev.archipelago.cli.up;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Key;
import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.apiserver.pki.DurableFiles;
import dev.archipelago.apiserver.service.ServiceNetwork;
import dev.archipelago.cluster.dns.ClusterNames;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.serviceaccounts.TokenSecretReconciler;
import dev.archipelago.cluster.services.AddressPool;
import dev.archipelago.dns.DnsServer;
import dev.archipelago.dns.Limits;
import dev.archipelago.dns.publish.Publisher;
import dev.archipelago.federation.Federation;
import dev.archipelago.federation.admission.FederationAdmission;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.membership.ClusterProxy;
import dev.archipelago.federation.membership.Health;
import dev.archipelago.store.Store;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import dev.archipelago.store.embedded.StoreQuota;
import dev.archipelago.store.files.PrivateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// A federation and its clusters, all of them in this process.
public final class Archipelago implements AutoCloseable {
    /// The time between probes of a member.
    public static final Duration PERIOD = Duration.ofMillis(500);

    /// Most members are in this process: one that does not answer is down.
    public static final Health HEALTH = new Health(Duration.ofSeconds(2), Duration.ZERO);

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int PORT_MAX = 65_535;

    private static final String PODS_ELSEWHERE =
            "the pods of workloads run in the member clusters; ask one of them, such as \"kubectl --context c1 get pods\""
                    + " (\"archipelago status\" shows which clusters a workload is in)";

    private final Settings settings;
    private final FederationAdmission admission = new FederationAdmission();
    private final ClusterProxy proxy = new ClusterProxy();
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /// The settings.
    ///
    /// @param replicasMax the most replicas of one workload
    /// @param quota of all stores together
    /// @param library the directory of native libraries
    /// @param port of the federation, followed by those of the clusters; 0 for any free ports
    /// @param federation settings; its DNS zone is also that of the clusters
    /// @param publishers publish its DNS records to other name servers
    public record Settings(
            List<String> clusters,
            int nodes,
            int replicasMax,
            StoreQuota quota,
            Path data,
            Path library,
            Federation.Settings federation,
            int port,
            int dnsPort,
            List<Publisher> publishers,
            Map<String, String> behaviour) {}

    private Archipelago(Settings settings) {
        this.settings = settings;
    }

    /// Starts everything. On return all running clusters are ready members.
    ///
    /// @param progress receives a line for each step
    public static Archipelago start(Settings settings, Consumer<String> progress) throws Exception {
        Archipelago all = new Archipelago(settings);
        try {
            all.start(progress);
            return all;
        } catch (Exception e) {
            all.close();
            throw e;
        }
    }

    private void start(Consumer<String> progress) throws Exception {
        DataDirectory.open(settings.data());
        Places places = Places.open(settings.data()).with(settings.clusters());
        Contexts contexts = Contexts.read(kubeconfig());
        ports(places).check();
        places.save(settings.data());
        Map<String, EmbeddedCluster> clusters = createClusters(places);
        ApiServer server = startServer(clusters, progress);
        ClusterApi api = server.local("archipelago");
        String authority = Files.readString(settings.data().resolve("federation/pki/ca.crt"));
        Federation federation = Federation.start(
                part -> server.local(part),
                settings.federation(),
                new EmbeddedConnector(clusters),
                caches -> List.of(new TokenSecretReconciler(caches, authority, server::sign)),
                server.metrics());
        parts.push(federation);
        settings.publishers().forEach(federation::publish);
        admission.use(federation.knownNames());
        admission.usePropagation(federation.propagation());
        federation.serve(proxy);
        parts.push(DnsServer.start(
                InetAddress.getLoopbackAddress(), settings.dnsPort(), federation.names(), Limits.DEFAULT));
        Registration registration = new Registration(api);
        for (EmbeddedCluster cluster : clusters.values()) {
            registration.register(cluster);
        }
        ClusterSwitches switches = new ClusterSwitches(clusters, api);
        parts.push(switches);
        switches.start();
        awaitReady(api, clusters, progress);
        places.byName().keySet().stream()
                .filter(known -> !clusters.containsKey(known))
                .forEach(contexts::remove);
        writeKubeconfig(contexts, server, clusters);
    }

    private Ports ports(Places places) throws IOException {
        Ports ports = new Ports().https(settings.port(), "the federation").dns(settings.dnsPort(), "the federation");
        for (String name : settings.clusters()) {
            int place = places.of(name);
            ports.https(following("--port", settings.port(), place), "cluster " + name)
                    .dns(following("--dns-port", settings.dnsPort(), place), "cluster " + name);
        }
        return ports;
    }

    private Map<String, EmbeddedCluster> createClusters(Places places) throws IOException {
        Map<String, EmbeddedCluster> clusters = new LinkedHashMap<>();
        for (String name : settings.clusters()) {
            int place = places.of(name);
            Fleet fleet = Fleet.of(settings.nodes(), List.of(name + "-a", name + "-b", name + "-c"));
            clusters.put(
                    name,
                    new EmbeddedCluster(new EmbeddedCluster.Settings(
                            name,
                            settings.data().resolve("clusters").resolve(name),
                            settings.library(),
                            following("--port", settings.port(), place),
                            following("--dns-port", settings.dnsPort(), place),
                            fleet.in(name),
                            new ClusterNames.Settings(settings.federation().zone(), 5, List.of()),
                            new AddressPool("127." + (65 + place) + ".0.0/16"),
                            settings.behaviour(),
                            settings.replicasMax(),
                            settings.quota())));
        }
        return clusters;
    }

    private static int following(String option, int port, int place) throws IOException {
        int following = port == 0 ? 0 : port + 1 + place;
        if (following > PORT_MAX) {
            throw new IOException(option + " " + port + " leaves no room for the clusters, whose ports follow it: the"
                    + " last would be " + following);
        }
        return following;
    }

    /// Starts clusters in parallel, as each waits for its disk most of the time.
    private ApiServer startServer(Map<String, EmbeddedCluster> clusters, Consumer<String> progress) throws Exception {
        clusters.values().forEach(parts::push);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> started = new ArrayList<>();
            for (EmbeddedCluster cluster : clusters.values()) {
                started.add(threads.submit(() -> {
                    cluster.start();
                    progress.accept("cluster " + cluster.name() + " runs at " + cluster.endpoint());
                    return cluster;
                }));
            }
            Path directory = settings.data().resolve("federation");
            PrivateFiles.createDirectories(directory);
            Store store = EmbeddedStore.open(EmbeddedOptions.in(directory.resolve("store"))
                    .withLibraryDirectory(settings.library())
                    .withQuota(settings.quota()));
            parts.push(store);
            // NodePorts belong to the nodes of clusters; the federation has none.
            ApiServer.Options options = new ApiServer.Options(
                            directory, "127.0.0.1", settings.port(), ServiceNetwork.DEFAULT.withoutNodes())
                    .withReplicasMax(settings.replicasMax())
                    .explainingAbsence("pods", PODS_ELSEWHERE);
            ApiServer server = ApiServer.start(options.with(admission).with(proxy.subresource()), store);
            parts.push(server);
            admission.use(server.authorizer(), server.catalog());
            progress.accept(
                    "federation " + settings.federation().name() + " runs at https://127.0.0.1:" + server.port());
            for (Future<?> one : started) {
                try {
                    one.get();
                } catch (ExecutionException e) {
                    throw e.getCause() instanceof Exception cause ? cause : e;
                }
            }
            return server;
        }
    }

    private static void awaitReady(ClusterApi api, Map<String, EmbeddedCluster> clusters, Consumer<String> progress)
            throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        for (String name : clusters.keySet()) {
            while (true) {
                Cluster cluster = api.get(Cluster.KIND, Key.global(name)).orElse(null);
                if (cluster != null && cluster.isReady()) {
                    break;
                }
                String wanted = cluster == null
                        ? ClusterSwitches.State.Running.name()
                        : cluster.meta()
                                .annotations()
                                .getOrDefault(ClusterSwitches.WANTED, ClusterSwitches.State.Running.name());
                if (!wanted.equals(ClusterSwitches.State.Running.name())) {
                    progress.accept("cluster " + name + " stays as it was made, " + wanted
                            + ": see 'archipelago start' and 'archipelago heal'");
                    break;
                }
                if (Instant.now().isAfter(end)) {
                    progress.accept("cluster " + name + " is not ready yet");
                    break;
                }
                Thread.sleep(PAUSE);
            }
        }
    }

    private void writeKubeconfig(Contexts contexts, ApiServer server, Map<String, EmbeddedCluster> clusters)
            throws IOException {
        Path own = settings.data().resolve("federation/pki");
        contexts.put(
                "federation",
                "https://127.0.0.1:" + server.port(),
                Files.readString(own.resolve("ca.crt")),
                Files.readString(own.resolve("admin.token")).strip());
        for (EmbeddedCluster cluster : clusters.values()) {
            contexts.put(cluster.name(), cluster.endpoint(), cluster.authority(), cluster.token());
        }
        DurableFiles.writeSecret(kubeconfig(), contexts.text("federation"));
    }

    private Path kubeconfig() {
        return settings.data().resolve("kubeconfig");
    }

    /// The start message for the user.
    public String summary() {
        return "ready federation %s of %s, kubeconfig %s"
                .formatted(
                        settings.federation().name(),
                        settings.clusters().isEmpty() ? "those that join" : String.join(", ", settings.clusters()),
                        kubeconfig());
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
