package dev.archipelago.bench.servers;

import java.nio.file.Path;
import java.util.List;

/// A whole cluster in a process.
///
/// @param kubeconfig of its administrator
/// @param readyMilliseconds from the start of the process until it said that it is ready
public record ClusterProcess(Path kubeconfig, double readyMilliseconds, Program program) implements AutoCloseable {

    public List<ProcessHandle> handles() {
        return List.of(program.handle());
    }

    @Override
    public void close() {
        program.close();
    }
}
