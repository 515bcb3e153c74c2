package dev.archipelago.federation.membership;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.relay.Relay;
import dev.archipelago.apiserver.relay.RelayedSubresource;
import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import java.util.function.Function;

/// `clusters/NAME/proxy` on the federation's API server: whatever follows is asked of that member. What goes wrong
/// on the way says which cluster it was.
public final class ClusterProxy implements Relay {
    private volatile Function<String, Relay> members = cluster -> {
        throw new ApiException(Reason.SERVICE_UNAVAILABLE, "the federation is starting");
    };

    /// Takes where the ways to members come from. Until then there are none.
    ///
    /// @param ways fails for a cluster that there is no way to
    void use(Function<String, Relay> ways) {
        members = ways;
    }

    /// How the API server is to serve it.
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
            // Whether it was silent or could not be reached: it is not there for who asks.
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
