package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.testing.TestingApiServer;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import org.eclipse.jetty.websocket.core.OpCode;

/// A WebSocket whose client sends what it likes when it likes, and reads only when asked to.
final class RawWebSocket implements Closeable {
    private static final int PATIENCE_MILLIS = 20_000;
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int LONG_LENGTH = 126;

    /// As much as a ping can carry.
    private static final int PING_BYTES = 125;

    private final Socket plain;
    private final Socket socket;
    private final DataInputStream in;
    private final String handshake;

    RawWebSocket(TestingApiServer server, String target) throws IOException, GeneralSecurityException {
        plain = new Socket();
        plain.setReceiveBufferSize(BUFFER_BYTES);
        plain.setSendBufferSize(BUFFER_BYTES);
        // Who reads cannot be interrupted.
        plain.setSoTimeout(PATIENCE_MILLIS);
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket = server.tls().getSocketFactory().createSocket(plain, "127.0.0.1", server.port(), true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        handshake = """
                GET %s HTTP/1.1\r
                Host: localhost\r
                Authorization: Bearer %s\r
                Connection: Upgrade\r
                Upgrade: websocket\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r
                \r
                """.formatted(target, server.adminToken());
    }

    /// Asks for the upgrade and sends on at once, before there is an answer.
    void sendHandshakeAnd(byte... more) throws IOException {
        byte[] head = handshake.getBytes(StandardCharsets.US_ASCII);
        send(ByteBuffer.allocate(head.length + more.length).put(head).put(more).array());
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    static byte[] ping(int number) {
        return frame(OpCode.PING, ByteBuffer.allocate(PING_BYTES).putInt(number).array());
    }

    static byte[] goodbye() {
        return frame(OpCode.CLOSE, new byte[] {3, (byte) 0xE8}); // 1000
    }

    /// A short frame, masked with zeros.
    private static byte[] frame(byte opCode, byte[] payload) {
        return ByteBuffer.allocate(6 + payload.length)
                .put((byte) (0x80 | opCode))
                .put((byte) (0x80 | payload.length))
                .putInt(0)
                .put(payload)
                .array();
    }

    /// Reads the head of the response.
    ///
    /// @return its first line
    String head() throws IOException {
        String first = line();
        while (!line().isEmpty()) {
            // Headers are of no interest.
        }
        return first;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (char c = (char) in.readByte(); c != '\n'; c = (char) in.readByte()) {
            line.append(c);
        }
        return line.toString().strip();
    }

    /// What the server says.
    record Received(int opCode, ByteBuffer payload) {}

    Received next() throws IOException {
        int opCode = in.readByte() & 0x0F;
        int length = in.readUnsignedByte();
        byte[] payload = new byte[length == LONG_LENGTH ? in.readUnsignedShort() : length];
        in.readFully(payload);
        return new Received(opCode, ByteBuffer.wrap(payload));
    }

    /// Goes without a word.
    @Override
    public void close() throws IOException {
        plain.close();
    }
}
