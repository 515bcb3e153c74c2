package dev.archipelago.cluster.endpoints;

import dev.archipelago.cluster.kinds.Endpoint;
import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.EndpointSlice.Port;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The desired content of a slice.
final class Draft {
    /// The same limit as in Kubernetes, so that one change is never a large write.
    static final int ENDPOINTS_MAX = 100;

    private @Nullable EndpointSlice slice;
    private final List<Port> ports;
    private final List<Endpoint> endpoints = new ArrayList<>();

    /// @param slice the existing slice; null for a new one
    Draft(@Nullable EndpointSlice slice, List<Port> ports) {
        this.slice = slice;
        this.ports = ports;
    }

    @Nullable
    EndpointSlice slice() {
        return slice;
    }

    /// Reuses a slice that is not needed otherwise.
    void replace(EndpointSlice spare) {
        slice = spare;
    }

    List<Port> ports() {
        return ports;
    }

    List<Endpoint> endpoints() {
        return endpoints;
    }

    int room() {
        return ENDPOINTS_MAX - endpoints.size();
    }

    void add(Endpoint endpoint) {
        endpoints.add(endpoint);
    }

    /// Whether it differs from its slice.
    boolean isChanged() {
        EndpointSlice before = slice;
        return before == null
                || !before.endpoints().equals(endpoints)
                || !before.ports().equals(ports);
    }
}
