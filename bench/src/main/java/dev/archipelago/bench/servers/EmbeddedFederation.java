package dev.archipelago.bench.servers;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.federation.Federation;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.membership.Connector;
import dev.archipelago.federation.membership.Health;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A federation in the benchmark's own process, whose clusters are API servers without anything that runs in them: what
/// the federation itself takes, and what its members take to hold what it gives them.
public final class EmbeddedFederation implements AutoCloseable {
    private final Deque<Runnable> parts = new ArrayDeque<>();
    private final Map<String, ClusterApi> members = new LinkedHashMap<>();
    private final ClusterApi api;

    private EmbeddedFederation(Path directory, List<String> clusters) throws IOException, GeneralSecurityException {
        for (String name : clusters) {
            members.put(name, serve(directory.resolve(name)).local("archipelago"));
        }
        ApiServer server = serve(directory.resolve("federation"));
        api = server.local("bench");
        Federation federation = Federation.start(
                part -> server.local(part),
                new Federation.Settings(
                        "bench",
                        "cluster.local",
                        true,
                        new Health(Duration.ofSeconds(10), Duration.ZERO),
                        Duration.ofSeconds(1)),
                new Members(),
                server.metrics());
        parts.push(federation::close);
        for (String name : clusters) {
            api.create(Cluster.KIND, member(name));
        }
    }

    public static EmbeddedFederation start(Path directory, List<String> clusters)
            throws IOException, GeneralSecurityException {
        return new EmbeddedFederation(directory, clusters);
    }

    private ApiServer serve(Path data) throws IOException, GeneralSecurityException {
        Files.createDirectories(data);
        EmbeddedStore store = EmbeddedStore.open(EmbeddedOptions.in(data.resolve("store")));
        parts.push(store::close);
        ApiServer server = ApiServer.start(new ApiServer.Options(data, "127.0.0.1", 0), store);
        parts.push(server::close);
        return server;
    }

    private static ObjectNode member(String name) {
        ObjectNode cluster =
                Json.object().put("apiVersion", Cluster.KIND.apiVersion()).put("kind", Cluster.KIND.name());
        cluster.putObject("metadata").put("name", name);
        cluster.putObject("spec").put("syncMode", "Push");
        return cluster;
    }

    /// Straight into the servers of this process.
    private final class Members implements Connector {
        @Override
        public String identity(Cluster cluster, Optional<JsonNode> secret) {
            return cluster.name();
        }

        @Override
        public Connection connect(Cluster cluster, @Nullable JsonNode secret) throws IOException {
            ClusterApi member = members.get(cluster.name());
            if (member == null) {
                throw new IOException("there is no cluster " + cluster.name());
            }
            return new Connection(member, cluster.name());
        }
    }

    public ClusterApi api() {
        return api;
    }

    public Map<String, ClusterApi> members() {
        return members;
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            parts.pop().run();
        }
    }
}
