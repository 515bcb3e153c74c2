package dev.archipelago.bench.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Stands before a server and hands on all that it says some time later.
final class DelayProxy implements AutoCloseable {
    private static final int PIECE_BYTES = 16 * 1024;
    private static final int BACKLOG = 50;

    private final ServerSocket door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int port;
    private final long delayNanos;

    private record Piece(byte[] bytes, long due) {}

    /// @param port of the server
    DelayProxy(int port, long delayMillis) throws IOException {
        this.port = port;
        this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
        var _ = Thread.startVirtualThread(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                sockets.add(client);
                sockets.add(server);
                BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
                var _ = Thread.startVirtualThread(
                        () -> read(client, piece -> server.getOutputStream().write(piece)));
                var _ = Thread.startVirtualThread(() ->
                        read(server, piece -> pieces.add(new Piece(piece, System.nanoTime() + delayNanos))));
                var _ = Thread.startVirtualThread(() -> write(pieces, client));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private interface Taker {
        void take(byte[] piece) throws IOException;
    }

    private static void read(Socket from, Taker taker) {
        try (from) {
            InputStream in = from.getInputStream();
            byte[] piece = new byte[PIECE_BYTES];
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                taker.take(Arrays.copyOf(piece, length));
            }
        } catch (IOException e) {
            // One of them has left.
        }
    }

    private static void write(BlockingQueue<Piece> pieces, Socket to) {
        try (to) {
            OutputStream out = to.getOutputStream();
            while (true) {
                Piece piece = pieces.take();
                TimeUnit.NANOSECONDS.sleep(piece.due() - System.nanoTime());
                out.write(piece.bytes());
            }
        } catch (IOException | InterruptedException e) {
            // The client has left, or all is over.
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
