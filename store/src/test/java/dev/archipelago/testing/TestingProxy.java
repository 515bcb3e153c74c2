package dev.archipelago.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A TCP connection to a server that can be cut and mended.
public final class TestingProxy implements AutoCloseable {
    private final URI target;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    public TestingProxy(String endpoint) {
        try {
            target = URI.create(endpoint);
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread.ofVirtual().start(this::accept);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String endpoint() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /// Ends all connections and lets no more through.
    public void cut() {
        cut = true;
        open.forEach(TestingProxy::close);
        open.clear();
    }

    public void mend() {
        cut = false;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                if (cut) {
                    close(client);
                } else {
                    join(client, new Socket(target.getHost(), target.getPort()));
                }
            } catch (IOException e) {
                // The server is closed, or the target is down: then so is this connection.
            }
        }
    }

    private void join(Socket client, Socket upstream) {
        open.add(client);
        open.add(upstream);
        Thread.ofVirtual().start(() -> pump(client, upstream));
        Thread.ofVirtual().start(() -> pump(upstream, client));
        if (cut) {
            cut();
        }
    }

    private void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // Either end is gone, and takes the other with it.
        } finally {
            close(from);
            close(to);
            open.remove(from);
            open.remove(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        cut();
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
