package dev.archipelago.federation.membership;

import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Makes the way to a member.
public interface Connector {

    /// A way to a member.
    ///
    /// @param identity changes when the way is another, such as with new credentials
    record Connection(ClusterApi api, String identity) implements AutoCloseable {
        @Override
        public void close() {
            if (api instanceof AutoCloseable closeable) {
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

    /// Does not wait for the member.
    Connection connect(Cluster cluster, @Nullable JsonNode secret) throws IOException;
}
