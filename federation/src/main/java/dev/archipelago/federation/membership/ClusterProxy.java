package dev.archipelago.federation.membership;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.relay.Relay;
import dev.archipelago.apiserver.relay.RelayedSubresource;
import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import java.util.function.Function;

/// The subresource `clusters/NAME/proxy` of the federation's API server, which relays requests to that member. Errors
/// on the way name the cluster.
public final class ClusterProxy implements Relay {
    private volatile Function<String, Relay> members = cluster -> {
        throw new ApiException(Reason.SERVICE_UNAVAILABLE, "the federation is starting");
    };

    /// Sets the source of connections to members. Until then there are none.
    ///
    /// @param connections fails for a cluster without a connection
    void use(Function<String, Relay> connections) {
        members = connections;
    }

    /// How the API server serves it.
    public RelayedSubresource subresource() {
        return new RelayedSubresource(
                Cluster.KIND.type().group(), Cluster.KIND.resource(), "proxy", "ClusterProxyOptions", this);
    }

    @Override
    public void pass(Request request, Answer answer) throws IOException {
        Relay way = members.apply(request.name());
        try {
            way.pass(request, answer);
        } catch (ApiException e) {
            // To the client, a timeout of the member is unavailability.
            Reason reason = e.reason() == Reason.TIMEOUT ? Reason.SERVICE_UNAVAILABLE : e.reason();
            throw new ApiException(
                    reason,
                    "cluster " + request.name() + ": " + e.getMessage(),
                    new ApiException.Details(
                            Cluster.KIND.type().group(),
                            Cluster.KIND.resource(),
                            request.name(),
                            "",
                            e.details().causes(),
                            e.details().retryAfterSeconds()));
        }
    }
}
