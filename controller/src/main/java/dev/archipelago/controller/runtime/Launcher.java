package dev.archipelago.controller.runtime;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.controller.cache.Caches;
import java.util.List;
import java.util.function.Function;

/// Starts controllers on a cluster: [Controllers] on threads and with the time of the machine, a simulation otherwise.
public interface Launcher {

    /// Starts controllers. They plan only when all the caches are filled that they asked for.
    ///
    /// @param cluster the name of the cluster, for log lines
    /// @param apis gives the API for a controller of a name
    /// @param caches what the reconcilers were made with, not yet filled
    Running start(
            String cluster,
            Function<String, ClusterApi> apis,
            Caches caches,
            List<Reconciler> reconcilers,
            EventSink narrator);

    /// Controllers at work, until they are closed.
    interface Running extends AutoCloseable {
        @Override
        void close();
    }
}
