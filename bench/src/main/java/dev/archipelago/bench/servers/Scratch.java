package dev.archipelago.bench.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A directory for one run, removed afterwards.
public final class Scratch implements AutoCloseable {
    private final Path directory;
    private final Runnable removal = this::remove;

    private Scratch(Path directory) {
        this.directory = directory;
        Leftovers.add(removal);
    }

    public static Scratch in(Path parent) throws IOException {
        return new Scratch(Files.createTempDirectory(parent, "bench"));
    }

    public Path directory() {
        return directory;
    }

    /// Ports that nobody listens on now.
    public static List<Integer> freePorts(int count) throws IOException {
        var sockets = new ArrayList<ServerSocket>();
        try {
            var ports = new ArrayList<Integer>();
            for (int i = 0; i < count; i++) {
                var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                ports.add(socket.getLocalPort());
            }
            return ports;
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    /// Whether nobody listens now on any of so many ports in a row.
    static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                socket.setReuseAddress(true);
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        Leftovers.forget(removal);
        remove();
    }

    private void remove() {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
