package dev.archipelago.bench.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A process that ends when the benchmark does.
public final class Program implements AutoCloseable {
    private static final int STOP_SECONDS = 10;
    private static final int TAIL_LINES = 5;

    private final String name;
    private final Process process;
    private final Path log;
    private final Runnable removal;

    private Program(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.removal = process::destroyForcibly;
        Leftovers.add(removal);
    }

    /// Starts a program that writes what it says into a file beside its data.
    public static Program start(String name, Path directory, List<String> command) throws IOException {
        Path log = directory.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new Program(name, process, log);
    }

    /// Finds a program as a shell does.
    public static Optional<Path> onPath(String name) {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
            Path program = Path.of(directory, name);
            if (Files.isExecutable(program)) {
                return Optional.of(program);
            }
        }
        return Optional.empty();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /// @throws IOException with the last lines it said, when it has ended
    void checkRunning() throws IOException {
        if (!process.isAlive()) {
            throw new IOException(name + " ended with exit code " + process.exitValue() + ": " + tail());
        }
    }

    String tail() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    boolean said(String beginning) throws IOException {
        return Files.readAllLines(log).stream().anyMatch(line -> line.startsWith(beginning));
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            Leftovers.forget(removal);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
