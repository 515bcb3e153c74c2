package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.relay.Relay;
import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Opens connections to members.
public interface Connector {

    /// A connection to a member.
    ///
    /// @param relay passes user requests on to it
    /// @param identity differs when endpoint or credentials differ
    record Connection(ClusterApi api, Relay relay, String identity) implements AutoCloseable {
        /// A connection that relays no user requests.
        public Connection(ClusterApi api, String identity) {
            this(
                    api,
                    (request, answer) -> {
                        throw new ApiException(Reason.SERVICE_UNAVAILABLE, "requests cannot be passed on to it");
                    },
                    identity);
        }

        @Override
        public void close() {
            close(relay);
            close(api);
        }

        private static void close(Object part) {
            if (part instanceof AutoCloseable closeable) {
                try {
                    closeable.close();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /// The identity of a connection opened now; when it differs from that in use, it is worth reconnecting.
    String identity(Cluster cluster, Optional<JsonNode> secret);

    /// Whether the cluster's Secret is sent over a network, so that it must be bound to an endpoint.
    default boolean sendsCredentials(Cluster cluster) {
        return false;
    }

    /// Returns without waiting for the member.
    Connection connect(Cluster cluster, @Nullable JsonNode secret) throws IOException;
}
