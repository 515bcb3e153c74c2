package dev.archipelago.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A server that runs beside the tests and does not outlive them, however this JVM dies.
final class GuardedProcess {
    /// Runs the server until its own input ends.
    private static final String GUARD =
            "log=$1; shift; \"$@\" >>\"$log\" 2>&1 & echo $!; cat >/dev/null; kill -9 $! 2>/dev/null";

    private final Process guard;
    private final long pid;

    private GuardedProcess(Process guard, long pid) {
        this.guard = guard;
        this.pid = pid;
    }

    /// @param log where its output is added
    static GuardedProcess start(Path log, List<String> command) {
        var guarded = new ArrayList<>(List.of("sh", "-c", GUARD, "sh", log.toString()));
        guarded.addAll(command);
        try {
            Process guard = new ProcessBuilder(guarded).start();
            long pid = Long.parseLong(guard.inputReader(StandardCharsets.UTF_8).readLine());
            return new GuardedProcess(guard, pid);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void kill() {
        ProcessHandle.of(pid).ifPresent(process -> {
            process.destroyForcibly();
            process.onExit().join();
        });
        guard.destroy();
        guard.onExit().join();
    }
}
