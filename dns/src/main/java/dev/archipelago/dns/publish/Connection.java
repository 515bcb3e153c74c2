package dev.archipelago.dns.publish;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;

/// Messages to and from one server over TCP. Whatever the server does or does not do, no step takes longer than it
/// may: a thread closes the connection when time is up, which ends connecting, sending and receiving alike.
final class Connection implements AutoCloseable {
    private final Socket socket = new Socket();
    private final Duration timeout;
    private final Thread watch;
    /// In the time of [System#nanoTime].
    private volatile long deadline;
    private volatile boolean late;

    private Connection(Duration timeout) {
        this.timeout = timeout;
        extend();
        this.watch = Thread.ofVirtual().name("dns-publish-deadline").start(this::enforceDeadline);
    }

    /// @param timeout how long it may take to connect and send, and then to receive each message
    static Connection open(InetSocketAddress server, Duration timeout) throws IOException {
        Connection connection = new Connection(timeout);
        try {
            // A name is looked up each time, for its addresses may change.
            connection.socket.connect(
                    server.isUnresolved() ? new InetSocketAddress(server.getHostString(), server.getPort()) : server);
            connection.socket.setTcpNoDelay(true);
            return connection;
        } catch (IOException e) {
            connection.close();
            throw connection.explained(e);
        }
    }

    void send(byte[] message) throws IOException {
        byte[] framed = ByteBuffer.allocate(message.length + 2)
                .putShort((short) message.length)
                .put(message)
                .array();
        try {
            socket.getOutputStream().write(framed);
        } catch (IOException e) {
            throw explained(e);
        }
    }

    byte[] receive() throws IOException {
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] message = new byte[in.readUnsignedShort()];
            in.readFully(message);
            extend();
            return message;
        } catch (IOException e) {
            throw explained(e);
        }
    }

    private void extend() {
        deadline = System.nanoTime() + timeout.toNanos();
    }

    private void enforceDeadline() {
        try {
            for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
                Thread.sleep(Duration.ofNanos(left));
            }
            late = true;
            socket.close();
        } catch (InterruptedException | IOException e) {
            // It was closed before.
            Thread.currentThread().interrupt();
        }
    }

    private IOException explained(IOException e) {
        if (!late) {
            return e;
        }
        IOException timedOut = new SocketTimeoutException("no answer in " + timeout);
        timedOut.initCause(e);
        return timedOut;
    }

    @Override
    public void close() {
        watch.interrupt();
        try {
            socket.close();
        } catch (IOException e) {
            // There is nothing left to do for it.
            return;
        }
    }
}
