package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.apiserver.request.Query;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// One request and its response, as handlers see them. Used by one thread, except to warn.
final class Exchange {
    static final String JSON = "application/json";
    static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Query query;
    private final SlowClients slow;
    // Several webhooks may warn at the same time.
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private byte @Nullable [] body;
    private boolean bodyLeft;
    private Runnable place = () -> {};
    private boolean takenOver;

    Exchange(Request request, Response response, Callback callback, SlowClients slow) {
        this(request, response, callback, slow, Query.parse(request.getHttpURI().getQuery()));
    }

    private Exchange(Request request, Response response, Callback callback, SlowClients slow, Query query) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.slow = slow;
        this.query = query;
    }

    /// For a request whose query cannot be read, to answer that.
    static Exchange withoutQuery(Request request, Response response, Callback callback, SlowClients slow) {
        return new Exchange(request, response, callback, slow, Query.parse(""));
    }

    String method() {
        return request.getMethod();
    }

    /// The decoded path.
    ///
    /// @throws ApiException 400 when it has parameters, which decoding drops: they would name the same object in
    /// different ways
    String path() {
        HttpURI uri = request.getHttpURI();
        if (uri.getPath() != null && uri.getPath().indexOf(';') >= 0) {
            throw ApiException.badRequest("path parameters are not supported");
        }
        String path = uri.getDecodedPath();
        return path == null ? "/" : path;
    }

    Query query() {
        return query;
    }

    /// A header's value, or the empty string.
    String header(String name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }

    List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    Request request() {
        return request;
    }

    Response response() {
        return response;
    }

    Callback callback() {
        return callback;
    }

    /// Where it waits when its client takes long.
    SlowClients slow() {
        return slow;
    }

    /// Adds a message that the client shows its user.
    void warn(String message) {
        warnings.add(message);
    }

    /// The body, which has been received before anyone asks for it.
    byte[] body() {
        return Objects.requireNonNull(body);
    }

    /// The body, or nothing for a request that should not have one.
    byte[] bodyIfAny() {
        return body == null ? new byte[0] : body;
    }

    void received(byte[] whole) {
        body = whole;
    }

    /// Takes a place among the requests in flight, which it gives back when it is done or has to wait for the client.
    void hold(Runnable newPlace) {
        place = newPlace;
    }

    void leave() {
        Runnable held = place;
        place = () -> {};
        held.run();
    }

    /// Says that whoever serves it goes on when those who handed it over have returned, and counts it in the end.
    void takeOver() {
        takenOver = true;
    }

    boolean isTakenOver() {
        return takenOver;
    }

    /// Answers with a complete body.
    void respond(int status, String contentType, byte[] body) {
        begin(status, contentType);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        Sending.last(response, ByteBuffer.wrap(body), slow, bodyLeft ? new Leftovers(request, callback) : callback);
    }

    /// Answers with an object, or something like one, as JSON.
    void respondJson(int status, byte[] json) {
        respond(status, JSON, isForPeople() ? Layout.of(json) : json);
    }

    /// Whether somebody is likely to read the answer as it is, and wants it laid out.
    boolean isForPeople() {
        return query.optionalFlag("pretty").orElseGet(() -> {
            String agent = header("User-Agent");
            return agent.startsWith("curl") || agent.startsWith("Wget") || agent.startsWith("Mozilla/5.0");
        });
    }

    /// Sends a piece of the body and waits until the connection has taken it.
    void send(ByteBuffer piece) throws IOException {
        Sending.some(response, piece, slow, this::leave);
    }

    /// Sends the last piece of the body.
    void sendLast(ByteBuffer piece) {
        Sending.last(response, piece, slow, callback);
    }

    /// Sets status and headers for a body that is written piece by piece.
    void begin(int status, String contentType) {
        response.setStatus(status);
        if (body == null && ownsConnection()) {
            passOver();
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, private");
        for (String warning : warnings) {
            response.getHeaders().add("Warning", "299 - " + quoted(warning));
        }
    }

    /// Whether it has the connection to itself, as before HTTP/2.
    boolean ownsConnection() {
        return request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2;
    }

    /// Skips a body that nobody asked for, so that the connection can go on with the next request.
    private void passOver() {
        // Who waits to be told to go on, or was too slow, sends nothing more.
        boolean hopeless = request.getHeaders().contains(HttpHeader.EXPECT) || response.getStatus() == 504;
        if (hopeless || request.getLength() > Leftovers.BYTES_MAX) {
            response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        } else {
            bodyLeft = !Leftovers.skipAvailable(request);
        }
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b == '"' || b == '\\') {
                out.append('\\');
            }
            out.append(b >= ' ' && b < 127 ? (char) b : '?');
        }
        return out.append('"').toString();
    }
}
