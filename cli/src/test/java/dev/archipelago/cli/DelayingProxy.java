package dev.archipelago.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A proxy that delays all answers of a server, or stops sending them.
final class DelayingProxy implements AutoCloseable {
    private static final int PIECE_BYTES = 16 * 1024;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int port;
    private final long delayNanos;
    private volatile boolean frozen;

    private record Piece(byte[] bytes, long due) {}

    /// @param port of the server
    DelayingProxy(int port, long delayMillis) throws IOException {
        this.port = port;
        this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
        Thread.startVirtualThread(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /// Still accepts connections, but sends nothing any more.
    void freeze() {
        frozen = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                sockets.add(client);
                sockets.add(server);
                BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
                Thread.startVirtualThread(
                        () -> read(client, piece -> server.getOutputStream().write(piece)));
                Thread.startVirtualThread(() ->
                        read(server, piece -> pieces.add(new Piece(piece, System.nanoTime() + delayNanos))));
                Thread.startVirtualThread(() -> write(pieces, client));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private interface Receiver {
        void take(byte[] piece) throws IOException;
    }

    private static void read(Socket from, Receiver receiver) {
        try (from) {
            InputStream in = from.getInputStream();
            byte[] piece = new byte[PIECE_BYTES];
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                receiver.take(java.util.Arrays.copyOf(piece, length));
            }
        } catch (IOException e) {
            // One of them has left.
        }
    }

    private void write(BlockingQueue<Piece> pieces, Socket to) {
        try (to) {
            OutputStream out = to.getOutputStream();
            while (true) {
                Piece piece = pieces.take();
                TimeUnit.NANOSECONDS.sleep(piece.due() - System.nanoTime());
                if (!frozen) {
                    out.write(piece.bytes());
                }
            }
        } catch (IOException | InterruptedException e) {
            // The client has left, or all is over.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
