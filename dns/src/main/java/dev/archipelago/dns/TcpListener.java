package dev.archipelago.dns;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes queries over connections, each on a virtual thread of its own. A connection whose client is slow, to send or
/// to take, is closed.
final class TcpListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TcpListener.class);

    private final ServerSocket server;
    private final Responder responder;
    private final Limits limits;
    /// Until when each must have done with its query, in the time of [System#nanoTime].
    private final Map<Socket, Long> deadlines = new ConcurrentHashMap<>();

    TcpListener(InetSocketAddress address, Responder responder, Limits limits) throws IOException {
        this.server = new ServerSocket();
        this.server.setReuseAddress(true);
        this.server.bind(address);
        this.responder = responder;
        this.limits = limits;
    }

    void start() {
        Thread.ofPlatform().name("dns-tcp-" + server.getLocalPort()).daemon().start(this::accept);
        Thread.ofVirtual().name("dns-tcp-deadlines").start(this::enforceDeadlines);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                if (deadlines.size() >= limits.connectionsMax()) {
                    socket.close();
                    continue;
                }
                extend(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                log.debug("no connection: {}", e.toString());
            }
        }
    }

    private void extend(Socket socket) {
        deadlines.put(socket, System.nanoTime() + limits.exchangeMax().toNanos());
    }

    private void serve(Socket socket) {
        try (socket;
                DataInputStream in = new DataInputStream(socket.getInputStream());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
            socket.setTcpNoDelay(true);
            while (true) {
                byte[] query = new byte[in.readUnsignedShort()];
                in.readFully(query);
                byte[] answer = responder.overTcp(query);
                if (answer == null) {
                    return;
                }
                byte[] framed = new byte[answer.length + 2];
                framed[0] = (byte) (answer.length >> 8);
                framed[1] = (byte) answer.length;
                System.arraycopy(answer, 0, framed, 2, answer.length);
                out.write(framed);
                out.flush();
                extend(socket);
            }
        } catch (IOException e) {
            // It was closed, by the client or because it took too long.
            log.trace("a connection ended: {}", e.toString());
        } catch (RuntimeException e) {
            log.warn("a query could not be answered", e);
        } finally {
            deadlines.remove(socket);
        }
    }

    private void enforceDeadlines() {
        long pauseMillis = Math.max(1, limits.exchangeMax().toMillis() / 4);
        while (!server.isClosed()) {
            try {
                Thread.sleep(pauseMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            long now = System.nanoTime();
            deadlines.forEach((socket, deadline) -> {
                if (now - deadline > 0) {
                    close(socket);
                }
            });
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            log.trace("a connection could not be closed: {}", e.toString());
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        deadlines.keySet().forEach(TcpListener::close);
    }
}
