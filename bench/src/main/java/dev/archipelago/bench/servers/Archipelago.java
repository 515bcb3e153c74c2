package dev.archipelago.bench.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Our programs, started as users start them.
public record Archipelago(Path launcher) {

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
        int code = new ProcessBuilder(launcher.toString(), "--version")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException(launcher + " --version failed with exit code " + code);
        }
    }

    public ApiServerProcess start(Path directory) throws IOException, InterruptedException {
        int port = Scratch.freePorts(1).getFirst();
        Path data = directory.resolve("data");
        List<String> command =
                List.of(launcher.toString(), "apiserver", "--data", data.toString(), "--port", Integer.toString(port));
        long started = System.nanoTime();
        Program program = Program.start("archipelago", directory, command);
        try {
            double ready = Readiness.await("archipelago", program, port, started);
            String token = Files.readString(data.resolve("pki/admin.token")).strip();
            return new ApiServerProcess(port, token, ready, List.of(program));
        } catch (IOException | InterruptedException e) {
            program.close();
            throw e;
        }
    }

    /// Starts a whole cluster with simulated nodes.
    public Cluster startCluster(Path directory, int nodes) throws IOException, InterruptedException {
        Path data = directory.resolve("data");
        List<String> command = List.of(
                launcher.toString(),
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
                "stop-delay=0s");
        long started = System.nanoTime();
        Program program = Program.start("cluster", directory, command);
        try {
            double ready = Readiness.awaitSaid("ready ", program, started);
            return new ClusterProcess(data.resolve("kubeconfig"), ready, program);
        } catch (IOException | InterruptedException e) {
            program.close();
            throw e;
        }
    }
}
