package dev.archipelago.cli.up;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.cluster.MemberCluster;
import dev.archipelago.cluster.dns.ClusterNames;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import dev.archipelago.cluster.services.AddressPool;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.controller.remote.RemoteRelay;
import dev.archipelago.federation.membership.EmbeddedAccount;
import dev.archipelago.store.Store;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import dev.archipelago.store.embedded.StoreQuota;
import dev.archipelago.store.files.PrivateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A member cluster in this process, which can be stopped and started.
final class EmbeddedCluster implements AutoCloseable {
    private static final Duration TOKEN_LIFETIME = Duration.ofDays(3650);

    private final Settings settings;
    private final Link link;
    private final EmbeddedAccount account;

    // The port of the first start, kept over restarts.
    private volatile int port;

    // Guarded by this:
    private @Nullable Running running;

    /// The identity and the limits of a cluster.
    ///
    /// @param library the directory of native libraries
    /// @param replicasMax the most replicas of one workload
    /// @param quota shared with the other stores of this process
    record Settings(
            String name,
            Path directory,
            Path library,
            int port,
            int dnsPort,
            Fleet fleet,
            ClusterNames.Settings names,
            AddressPool balancers,
            Map<String, String> behaviour,
            int replicasMax,
            StoreQuota quota) {}

    private record Running(Store store, ApiServer server, MemberCluster cluster) {
        void close() {
            cluster.close();
            server.close();
            store.close();
        }
    }

    EmbeddedCluster(Settings settings) {
        this.settings = settings;
        this.link = new Link();
        this.account = new EmbeddedAccount(settings.name());
        this.port = settings.port();
    }

    String name() {
        return settings.name();
    }

    /// The federation's connection to the cluster.
    Link link() {
        return link;
    }

    String endpoint() {
        return "https://127.0.0.1:" + port;
    }

    String token() throws IOException {
        return Files.readString(settings.directory().resolve("pki/admin.token")).strip();
    }

    String authority() throws IOException {
        return Files.readString(settings.directory().resolve("pki/ca.crt"));
    }

    /// A token of the federation's account, for access over the network.
    String accountToken() throws IOException {
        Kubeconfig administrator = Kubeconfig.of(endpoint(), authority(), token(), false);
        try (RemoteClusterApi api = RemoteClusterApi.connect(administrator, "archipelago", "archipelago")) {
            return api.requestToken(account.key(), TOKEN_LIFETIME)
                    .path("status")
                    .path("token")
                    .asString("");
        }
    }

    /// A relay for user requests that impersonates the user, as all clusters of this process have
    /// the same administrators.
    RemoteRelay relay() throws IOException {
        return RemoteRelay.to(Kubeconfig.of(endpoint(), authority(), token(), false), true);
    }

    /// Does nothing when the cluster is running.
    synchronized void start() throws IOException, GeneralSecurityException {
        if (running != null) {
            return;
        }
        PrivateFiles.createDirectories(settings.directory());
        Store store = EmbeddedStore.open(EmbeddedOptions.in(settings.directory().resolve("store"))
                .withLibraryDirectory(settings.library())
                .withQuota(settings.quota()));
        ApiServer server = null;
        try {
            server = ApiServer.start(
                    new ApiServer.Options(settings.directory(), "127.0.0.1", port)
                            .actingOn(MemberCluster.ACTS_ON)
                            .withReplicasMax(settings.replicasMax()),
                    store);
            port = server.port();
            running = new Running(store, server, startCluster(server));
        } finally {
            if (running == null) {
                if (server != null) {
                    server.close();
                }
                store.close();
            }
        }
        account.grant(server.local("archipelago"));
        link.lead(server.local(account.user(), "archipelago"));
    }

    private MemberCluster startCluster(ApiServer server) throws IOException {
        return MemberCluster.start(
                name(),
                server::local,
                new MemberCluster.Settings(
                        settings.fleet(),
                        authority(),
                        server::sign,
                        InetAddress.getLoopbackAddress(),
                        settings.dnsPort(),
                        new SimulatedRuntime(settings.behaviour()),
                        settings.names(),
                        settings.balancers(),
                        caches -> List.of()),
                server.metrics());
    }

    /// Does nothing when the cluster is not running.
    synchronized void stop() {
        link.lead(null);
        if (running != null) {
            running.close();
            running = null;
        }
    }

    @Override
    public void close() {
        stop();
    }
}
