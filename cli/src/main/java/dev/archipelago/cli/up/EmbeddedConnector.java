package dev.archipelago.cli.up;

import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.membership.Connector;
import dev.archipelago.federation.membership.RemoteConnector;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Connects to the clusters of this process without a network, and to all others over HTTPS.
final class EmbeddedConnector implements Connector {
    private final Map<String, EmbeddedCluster> embedded;
    private final Connector others = new RemoteConnector();

    EmbeddedConnector(Map<String, EmbeddedCluster> embedded) {
        this.embedded = Map.copyOf(embedded);
    }

    @Override
    public String identity(Cluster cluster, Optional<JsonNode> secret) {
        return isEmbedded(cluster) ? "embedded" : others.identity(cluster, secret);
    }

    @Override
    public Connection connect(Cluster cluster, @Nullable JsonNode secret) throws IOException {
        EmbeddedCluster here = embedded.get(cluster.name());
        return here != null && isEmbedded(cluster)
                ? new Connection(here.link(), new LinkRelay(here.link(), here.relay()), "embedded")
                : others.connect(cluster, secret);
    }

    /// A cluster elsewhere may have joined under the same name.
    private boolean isEmbedded(Cluster cluster) {
        EmbeddedCluster here = embedded.get(cluster.name());
        return here != null && here.endpoint().equals(cluster.endpoint());
    }
}
