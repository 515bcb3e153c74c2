package dev.archipelago.apiserver.hostile;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// A TLS connection to the server that sends whatever bytes a test wants, and reads HTTP/1.1 strictly.
final class Wire implements AutoCloseable {
    /// Longer than anything may take: whoever waits this long found a hang.
    private static final int PATIENCE_MILLIS = 120_000;

    private static final int HEAD_BYTES_MAX = 1 << 20;

    private final Socket plain;
    private final SSLSocket socket;
    private final InputStream in;

    private Wire(Socket plain, SSLSocket socket) throws IOException {
        this.plain = plain;
        this.socket = socket;
        in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
    }

    /// Connects and shakes hands.
    ///
    /// @param protocol for ALPN: `http/1.1` or `h2`
    /// @param receiveBytes the size of the receive buffer, 0 for the system's own
    static Wire open(SSLContext tls, int port, String protocol, int receiveBytes) throws IOException {
        Socket plain = new Socket();
        if (receiveBytes > 0) {
            plain.setReceiveBufferSize(receiveBytes);
        }
        plain.setTcpNoDelay(true);
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, "127.0.0.1", port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.startHandshake();
        return new Wire(plain, socket);
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    InputStream in() {
        return in;
    }

    /// Whether the server ends the connection without a further byte.
    boolean ends() throws IOException {
        try {
            return in.read() < 0;
        } catch (SSLException | SocketException e) {
            return true;
        }
    }

    /// Reads one response whole.
    ///
    /// @param headOnly whether the request was a HEAD
    Reply reply(boolean headOnly) throws IOException {
        Head head = head();
        // What the server says before the body has come is not its answer yet.
        return reply(head.status == 100 ? head() : head, headOnly);
    }

    Reply reply(Head head, boolean headOnly) throws IOException {
        byte[] body = headOnly || head.status == 204 || head.status == 304 ? new byte[0] : body(head);
        boolean closes = head.header("connection").equalsIgnoreCase("close");
        return new Reply(head.status, head.headers, body, closes);
    }

    /// Reads the status and headers of a response, whose body is left to the caller.
    Head head() throws IOException {
        String first = line();
        if (!first.matches("HTTP/1\\.1 [1-5]\\d\\d( .*)?")) {
            throw new AssertionError("not a status line: " + first);
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new AssertionError("not a header: " + line);
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new Head(Integer.parseInt(first.substring(9, 12)), headers);
    }

    record Head(int status, Map<String, String> headers) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    private byte[] body(Head head) throws IOException {
        if (head.header("transfer-encoding").equals("chunked")) {
            return chunks();
        }
        String length = head.header("content-length");
        if (length.isEmpty()) {
            return in.readAllBytes();
        }
        return exactly(Integer.parseInt(length));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            int length = Integer.parseInt(line(), 16);
            body.write(exactly(length));
            if (!line().isEmpty()) {
                throw new AssertionError("a chunk that does not end where it says");
            }
            if (length == 0) {
                return body.toByteArray();
            }
        }
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the body ends after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (line.size() < HEAD_BYTES_MAX) {
            int b = in.read();
            if (b < 0) {
                throw new EOFException("the connection ended");
            }
            if (b == '\n') {
                return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
            }
            line.write(b);
        }
        throw new AssertionError("a line without an end");
    }

    /// Goes without a word. A polite end would wait for the server to agree.
    @Override
    public void close() throws IOException {
        plain.close();
    }
}
