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

/// Makes the way to a member.
public interface Connector {

    /// A way to a member.
    ///
    /// @param relay passes requests of people on to it
    /// @param identity changes when the way is another, such as with new credentials
    record Connection(ClusterApi api, Relay relay, String identity) implements AutoCloseable {
        /// For what is no way for requests of people.
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

    /// What would be used to connect now; another text means that it is worth to connect anew.
    String identity(Cluster cluster, Optional<JsonNode> secret);

    /// Whether the Secret of a cluster is sent over a network, so that it must be bound to where it is sent to.
    default boolean sendsCredentials(Cluster cluster) {
        return false;
    }

    /// Does not wait for the member.
    Connection connect(Cluster cluster, @Nullable JsonNode secret) throws IOException;
}
