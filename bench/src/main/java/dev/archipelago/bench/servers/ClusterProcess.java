package dev.archipelago.bench.servers;

import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A cluster in a process of its own, as users start it, worked on over HTTP.
///
/// @param kubeconfig of its administrator
/// @param readyMilliseconds from the start of the process until it said that it is ready
record ClusterProcess(Path kubeconfig, double readyMilliseconds, Program program) implements Cluster {

    @Override
    public List<ProcessHandle> handles() {
        return List.of(program.handle());
    }

    @Override
    public Connection connect() throws IOException {
        RemoteClusterApi api = RemoteClusterApi.connect(Kubeconfig.read(kubeconfig), "bench", "bench");
        return new Connection(api, api::close);
    }

    @Override
    public void close() {
        program.close();
    }
}
