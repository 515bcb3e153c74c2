package dev.archipelago.cli.up;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/// The ports that a process will listen on. They are tested before anything starts, so that a port in use is reported
/// in one line.
public final class Ports {
    private final List<Wanted> wanted = new ArrayList<>();

    private enum Protocol {
        TCP,
        UDP
    }

    private record Wanted(int port, String use, Protocol protocol) {}

    /// Adds the port of an API server.
    ///
    /// @param port 0 for any free one
    /// @param of the server, for messages
    public Ports https(int port, String of) {
        wanted.add(new Wanted(port, "the API of " + of, Protocol.TCP));
        return this;
    }

    /// Adds the port of a name server, for both protocols.
    ///
    /// @param port 0 for any free one
    /// @param of the server, for messages
    public Ports dns(int port, String of) {
        wanted.add(new Wanted(port, "the DNS of " + of, Protocol.UDP));
        wanted.add(new Wanted(port, "the DNS of " + of, Protocol.TCP));
        return this;
    }

    /// Checks that all ports are free and different.
    ///
    /// @throws IOException that names the port and its purpose
    public void check() throws IOException {
        List<Wanted> taken = new ArrayList<>();
        for (Wanted one : wanted) {
            if (one.port() == 0) {
                continue;
            }
            for (Wanted other : taken) {
                if (other.port() == one.port() && other.protocol() == one.protocol()) {
                    throw new IOException(
                            "port " + one.port() + " cannot be both for " + other.use() + " and for " + one.use());
                }
            }
            taken.add(one);
            tryOut(one);
        }
    }

    private static void tryOut(Wanted one) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), one.port());
        try {
            if (one.protocol() == Protocol.UDP) {
                new DatagramSocket(address).close();
                return;
            }
            try (ServerSocket socket = new ServerSocket()) {
                // As the server does: a port whose last connections have just closed is free.
                socket.setReuseAddress(true);
                socket.bind(address);
            }
        } catch (BindException e) {
            throw new IOException(
                    "port " + one.port() + ", which is to be that of " + one.use() + ", cannot be had: "
                            + e.getMessage(),
                    e);
        }
    }
}
