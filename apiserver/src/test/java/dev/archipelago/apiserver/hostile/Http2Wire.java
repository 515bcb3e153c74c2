package dev.archipelago.apiserver.hostile;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackException;

/// HTTP/2 by hand: sends whatever frames a test wants. Reads by its own rules, and leaves the windows as they are
/// unless told otherwise.
final class Http2Wire implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RESET = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GO_AWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int END_STREAM = 1;
    static final int ACK = 1;
    static final int END_HEADERS = 4;

    private final Wire wire;
    private final DataInputStream in;
    private final String authorization;
    private final HpackDecoder decoder = new HpackDecoder(1 << 16, System::nanoTime);
    private final Map<Integer, Integer> statuses = new HashMap<>();
    private final Map<Integer, ByteArrayOutputStream> bodies = new HashMap<>();
    private final Set<Integer> resets = new TreeSet<>();
    private final Set<Integer> ended = new TreeSet<>();
    private int streams = -1;

    /// A frame that came.
    record Frame(int type, int flags, int stream, byte[] payload) {}

    /// Connects and says how much the server may send on each stream before it is told to go on.
    Http2Wire(Victim victim, int windowBytes) throws IOException {
        wire = victim.connect("h2", 0);
        in = new DataInputStream(wire.in());
        authorization = victim.authorization().substring("Authorization: ".length());
        wire.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        ByteBuffer window = ByteBuffer.allocate(6).putShort((short) 4).putInt(windowBytes);
        frame(SETTINGS, 0, 0, window.array());
        open(0, 1 << 30);
        // The server's own settings are in force, and nothing of the greeting is on its way any more.
        while (next().type != SETTINGS) {}
    }

    void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        wire.send(encode(type, flags, stream, payload));
    }

    /// Sends bytes as they are, such as many frames at once.
    void raw(byte[] bytes) throws IOException {
        wire.send(bytes);
    }

    static byte[] encode(int type, int flags, int stream, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        return frame.array();
    }

    /// Begins a request on a new stream.
    ///
    /// @param ends whether there is no body
    int request(String method, String path, boolean ends, String... more) throws IOException {
        int stream = nextStream();
        frame(HEADERS, END_HEADERS | (ends ? END_STREAM : 0), stream, headers(method, path, more));
        return stream;
    }

    int nextStream() {
        streams += 2;
        return streams;
    }

    /// @param more names and values by turns
    byte[] headers(String method, String path, String... more) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        field(block, ":method", method);
        field(block, ":scheme", "https");
        field(block, ":authority", "localhost");
        field(block, ":path", path);
        field(block, "authorization", authorization);
        for (int i = 0; i < more.length; i += 2) {
            field(block, more[i], more[i + 1]);
        }
        return block.toByteArray();
    }

    static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0x10); // a literal that is not to be remembered
        text(block, name.toLowerCase(Locale.ROOT));
        text(block, value);
    }

    private static void text(ByteArrayOutputStream block, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        int length = bytes.length;
        if (length < 127) {
            block.write(length);
        } else {
            block.write(127);
            for (length -= 127; length > 127; length >>= 7) {
                block.write((length & 127) | 128);
            }
            block.write(length);
        }
        block.writeBytes(bytes);
    }

    /// The next frame; settings and pings are answered in passing.
    Frame next() throws IOException {
        int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        if ((type == SETTINGS || type == PING) && (flags & ACK) == 0) {
            frame(type, ACK, 0, type == PING ? payload : new byte[0]);
        }
        return new Frame(type, flags, stream, payload);
    }

    /// Reads until a stream has ended, whatever comes on the others.
    Reply reply(int stream) throws IOException {
        while (!ended.contains(stream)) {
            Frame frame = next();
            take(frame);
            if (frame.type == GO_AWAY) {
                throw new EOFException("sent away: " + reason(frame));
            }
        }
        if (resets.contains(stream)) {
            throw new IOException("stream " + stream + " was reset");
        }
        byte[] body = bodies.getOrDefault(stream, new ByteArrayOutputStream()).toByteArray();
        return new Reply(statuses.getOrDefault(stream, 0), new LinkedHashMap<>(), body, false);
    }

    private void take(Frame frame) throws IOException {
        switch (frame.type) {
            case HEADERS -> statuses.put(frame.stream, status(frame));
            case DATA ->
                bodies.computeIfAbsent(frame.stream, key -> new ByteArrayOutputStream())
                        .write(frame.payload);
            case RESET -> resets.add(frame.stream);
            default -> {}
        }
        boolean hasEnd = frame.type == HEADERS || frame.type == DATA;
        if (frame.type == RESET || (hasEnd && (frame.flags & END_STREAM) != 0)) {
            ended.add(frame.stream);
        }
    }

    private static String reason(Frame goAway) {
        return "%d %s"
                .formatted(
                        ByteBuffer.wrap(goAway.payload).getInt(4),
                        new String(goAway.payload, 8, goAway.payload.length - 8, StandardCharsets.UTF_8));
    }

    private int status(Frame frame) {
        try {
            MetaData fields = decoder.decode(ByteBuffer.wrap(frame.payload));
            return fields instanceof MetaData.Response response ? response.getStatus() : 0;
        } catch (HpackException e) {
            throw new AssertionError("headers that cannot be read", e);
        }
    }

    /// Reads until the server has closed the connection, and returns the reason if it could still be read.
    String farewell() throws IOException {
        String reason = "";
        try {
            while (true) {
                Frame frame = next();
                if (frame.type == GO_AWAY) {
                    reason = reason(frame);
                }
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the server has not closed the connection", e);
        } catch (IOException e) {
            return reason;
        }
    }

    /// Lets the server send more.
    ///
    /// @param stream 0 for all of them together
    void open(int stream, int bytes) throws IOException {
        frame(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(bytes).array());
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
