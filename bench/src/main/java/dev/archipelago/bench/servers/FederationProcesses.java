package dev.archipelago.bench.servers;

import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// A federation with its clusters, in one process or in many, worked on over HTTP.
///
/// @param federation how to reach it
/// @param clusters how to reach each of its clusters
/// @param readyMilliseconds from the start of the first process until all clusters were members
/// @param programs the last one was started last
public record FederationProcesses(
        Access federation, Map<String, Access> clusters, double readyMilliseconds, Deque<Program> programs)
        implements AutoCloseable {

    /// How an API server is reached.
    public record Access(Path kubeconfig, String context) {

        public RemoteClusterApi connect() throws IOException {
            Kubeconfig config = context.isEmpty() ? Kubeconfig.read(kubeconfig) : Kubeconfig.read(kubeconfig, context);
            return RemoteClusterApi.connect(config, "bench", "bench");
        }
    }

    public Collection<String> names() {
        return clusters.keySet();
    }

    /// The processes whose time and memory are those of the federation and its clusters.
    public List<ProcessHandle> handles() {
        return programs.stream().map(Program::handle).toList();
    }

    @Override
    public void close() {
        while (!programs.isEmpty()) {
            programs.removeLast().close();
        }
    }
}
