package dev.archipelago.bench.servers;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A real etcd of one member, as it comes: every write is synced before it is acknowledged.
public final class Etcd implements AutoCloseable {
    private final Program program;
    private final String endpoint;

    private Etcd(Program program, String endpoint) {
        this.program = program;
        this.endpoint = endpoint;
    }

    /// Starts it and waits until it takes writes.
    public static Etcd start(Path executable, Path directory) throws IOException, InterruptedException {
        List<Integer> ports = Scratch.freePorts(2);
        String client = "http://127.0.0.1:" + ports.get(0);
        String peer = "http://127.0.0.1:" + ports.get(1);
        List<String> command = List.of(
                executable.toString(),
                "--data-dir=" + directory.resolve("etcd"),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer);
        var etcd = new Etcd(Program.start("etcd", directory, command), client);
        try {
            Await.until("etcd", Duration.ofSeconds(60), etcd.program, etcd::healthy);
            return etcd;
        } catch (IOException | InterruptedException e) {
            etcd.close();
            throw e;
        }
    }

    private boolean healthy() {
        try {
            var connection =
                    (HttpURLConnection) URI.create(endpoint + "/health").toURL().openConnection();
            connection.setReadTimeout(1_000);
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    public String endpoint() {
        return endpoint;
    }

    Program program() {
        return program;
    }

    public ProcessHandle handle() {
        return program.handle();
    }

    @Override
    public void close() {
        program.close();
    }
}
