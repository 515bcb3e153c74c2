package dev.archipelago.bench.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Our programs, started as users start them.
public record Archipelago(Path launcher) {

    static final String SIMULATION = "stop-delay=0s";

    /// Looks for the launcher in this directory and in those above it.
    public static Optional<Archipelago> find(Path start) {
        for (Path directory = start.toAbsolutePath(); directory != null; directory = directory.getParent()) {
            Path launcher = directory.resolve("archipelago");
            if (Files.isRegularFile(launcher) && Files.isExecutable(launcher)) {
                return Optional.of(new Archipelago(launcher));
            }
        }
        return Optional.empty();
    }

    /// Runs the launcher once, so that no build falls into what is measured.
    public void build() throws IOException, InterruptedException {
        finish("--version");
    }

    /// Runs a command that goes on.
    ///
    /// @param name of its log
    Program run(String name, Path directory, String... arguments) throws IOException {
        return Program.start(name, directory, command(arguments));
    }

    /// Runs a command that ends.
    void finish(String... arguments) throws IOException, InterruptedException {
        int code = new ProcessBuilder(command(arguments))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException(launcher + " " + String.join(" ", arguments) + " failed with exit code " + code);
        }
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    public ApiServerProcess start(Path directory) throws IOException, InterruptedException {
        int port = Scratch.freePorts(1).getFirst();
        Path data = directory.resolve("data");
        long started = System.nanoTime();
        Program program =
                run("archipelago", directory, "apiserver", "--data", data.toString(), "--port", Integer.toString(port));
        try {
            double ready = Readiness.await("archipelago", program, port, started);
            String token = Files.readString(data.resolve("pki/admin.token")).strip();
            return new ApiServerProcess(port, token, 0, ready, List.of(program));
        } catch (IOException | InterruptedException e) {
            program.close();
            throw e;
        }
    }

    /// Starts a whole cluster with simulated nodes, whose pods stop at once.
    public Cluster startCluster(Path directory, int nodes) throws IOException, InterruptedException {
        return startClusterProcess(directory, nodes);
    }

    ClusterProcess startClusterProcess(Path directory, int nodes) throws IOException, InterruptedException {
        Path data = directory.resolve("data");
        long started = System.nanoTime();
        Program program = run(
                "cluster",
                directory,
                "cluster",
                "--data",
                data.toString(),
                "--port",
                "0",
                "--dns-port",
                "0",
                "--nodes",
                Integer.toString(nodes),
                "--simulate",
                SIMULATION);
        try {
            double ready = Readiness.awaitSaid("ready ", program, started);
            return new ClusterProcess(data.resolve("kubeconfig"), ready, program);
        } catch (IOException | InterruptedException e) {
            program.close();
            throw e;
        }
    }
}
