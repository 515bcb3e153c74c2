package dev.archipelago.bench.servers;

import java.util.ArrayList;
import java.util.List;

/// An API server that is ready.
///
/// @param token of an administrator
/// @param storeMilliseconds what its store took to start before it, where that is a process of its own
/// @param readyMilliseconds from the start of the server's process to the first `ok` of /readyz
/// @param programs all that it consists of, the one others depend on first
public record ApiServerProcess(
        int port, String token, double storeMilliseconds, double readyMilliseconds, List<Program> programs)
        implements AutoCloseable {

    public List<ProcessHandle> handles() {
        return programs.stream().map(Program::handle).toList();
    }

    @Override
    public void close() {
        new ArrayList<>(programs).reversed().forEach(Program::close);
    }
}
