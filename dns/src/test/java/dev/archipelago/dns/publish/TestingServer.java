package dev.archipelago.dns.publish;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.xbill.DNS.Message;

/// A name server that answers as a test says.
final class TestingServer implements AutoCloseable {
    private final ServerSocket server;
    private final Answering answering;
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    interface Answering {
        /// The messages to send back.
        List<byte[]> to(Message question) throws Exception;
    }

    TestingServer(Answering answering) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.answering = answering;
        Thread.ofVirtual().start(this::accept);
    }

    /// One that takes connections and never answers.
    static TestingServer hanging() throws IOException {
        return new TestingServer(question -> List.of());
    }

    InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    int connections() {
        return connections.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                connections.incrementAndGet();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    /// Keeps the connection open until the other side or [#close] ends it.
    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            while (true) {
                byte[] question = new byte[in.readUnsignedShort()];
                in.readFully(question);
                for (byte[] answer : answering.to(new Message(question))) {
                    out.writeShort(answer.length);
                    out.write(answer);
                }
            }
        } catch (Exception e) {
            // The test sees that there is no answer.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
