package dev.archipelago.bench.servers;

import dev.archipelago.api.cluster.ClusterApi;
import java.io.IOException;
import java.util.List;

/// A whole cluster that is measured.
public interface Cluster extends AutoCloseable {

    /// From its start until it was ready.
    double readyMilliseconds();

    /// The processes whose time and memory are those of the cluster.
    List<ProcessHandle> handles();

    /// A way to work on it.
    Connection connect() throws IOException;

    @Override
    void close();

    /// A connection, to be closed when it is not needed any more.
    record Connection(ClusterApi api, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }
}
