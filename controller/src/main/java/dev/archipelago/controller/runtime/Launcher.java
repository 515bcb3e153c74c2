package dev.archipelago.controller.runtime;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.controller.cache.Caches;
import java.util.List;
import java.util.function.Function;

/// Starts controllers on a cluster: [Controllers] with threads and the system clock, a simulation otherwise.
public interface Launcher {

    /// Starts controllers. They plan only when all their caches are synced.
    ///
    /// @param cluster the name of the cluster, for log lines
    /// @param apis returns the API with the identity of the named controller
    /// @param caches those of the reconcilers, not yet synced
    Running start(
            String cluster,
            Function<String, ClusterApi> apis,
            Caches caches,
            List<Reconciler> reconcilers,
            EventSink events);

    /// Running controllers, until they are closed.
    interface Running extends AutoCloseable {
        @Override
        void close();
    }
}
