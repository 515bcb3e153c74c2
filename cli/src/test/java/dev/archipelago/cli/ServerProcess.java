package dev.archipelago.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.testing.ForkedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// The real program in a process of its own.
final class ServerProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Path directory;
    private final Path errors;
    private final Process process;
    private final CompletableFuture<String> readyLine = new CompletableFuture<>();

    private ServerProcess(Path directory, Path errors, Process process) {
        this.directory = directory;
        this.errors = errors;
        this.process = process;
    }

    /// Starts `archipelago apiserver` on a directory, on a free port.
    static ServerProcess start(Path directory) throws IOException {
        return start(directory, List.of("--port", "0"));
    }

    static ServerProcess start(Path directory, List<String> options) throws IOException {
        return start("apiserver", directory, options);
    }

    /// @param command `apiserver` or `cluster`
    static ServerProcess start(String command, Path directory, List<String> options) throws IOException {
        return run(
                directory,
                Stream.concat(Stream.of(command, "--data", directory.toString()), options.stream())
                        .toList());
    }

    /// Starts `archipelago controllers` against the server of a directory.
    static ServerProcess startControllers(Path directory, List<String> options) throws IOException {
        String kubeconfig = directory.resolve("kubeconfig").toString();
        return run(
                directory,
                Stream.concat(Stream.of("controllers", "--kubeconfig", kubeconfig), options.stream())
                        .toList());
    }

    private static ServerProcess run(Path directory, List<String> arguments) throws IOException {
        Path errors = directory.resolveSibling("stderr-" + System.nanoTime());
        Process process = new ProcessBuilder(ForkedJvm.command(Main.class, arguments.toArray(String[]::new)))
                .redirectError(ProcessBuilder.Redirect.to(errors.toFile()))
                .start();
        ServerProcess server = new ServerProcess(directory, errors, process);
        Thread.startVirtualThread(server::readOutput);
        return server;
    }

    private void readOutput() {
        try (BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith("ready ")) {
                    readyLine.complete(line);
                }
            }
            readyLine.completeExceptionally(new AssertionError("it ended without being ready: " + standardError()));
        } catch (IOException e) {
            readyLine.completeExceptionally(e);
        }
    }

    String standardError() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String awaitReady() throws Exception {
        return readyLine.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /// Whether it is ready within some time.
    boolean awaitsReady(Duration time) throws Exception {
        try {
            readyLine.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /// An administrator's client, when the server is ready.
    TestingClient client() throws Exception {
        String address = awaitReady().replaceAll(".*(https://\\S+).*", "$1");
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        String token = Files.readString(directory.resolve("pki/admin.token")).strip();
        return new TestingClient(port, directory.resolve("pki/ca.crt"), token);
    }

    /// Waits until it has ended by itself.
    ///
    /// @return its exit code
    int awaitExit(long seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after " + seconds + " s");
        }
        return process.exitValue();
    }

    /// SIGTERM.
    void terminate() {
        process.destroy();
    }

    /// SIGKILL; returns when the process is gone.
    void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
