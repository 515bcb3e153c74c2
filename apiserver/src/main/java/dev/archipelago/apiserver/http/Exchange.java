package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.apiserver.request.Query;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// One request and its response, as handlers see them. Used by one thread.
final class Exchange {
    static final String JSON = "application/json";

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Query query;
    private final List<String> warnings = new ArrayList<>(0);

    Exchange(Request request, Response response, Callback callback) {
        this(request, response, callback, Query.parse(request.getHttpURI().getQuery()));
    }

    private Exchange(Request request, Response response, Callback callback, Query query) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.query = query;
    }

    /// For a request whose query cannot be read, to answer that.
    static Exchange withoutQuery(Request request, Response response, Callback callback) {
        return new Exchange(request, response, callback, Query.parse(""));
    }

    String method() {
        return request.getMethod();
    }

    String path() {
        String path = request.getHttpURI().getDecodedPath();
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

    /// Adds a message that the client shows its user.
    void warn(String message) {
        warnings.add(message);
    }

    byte[] body(int bytesMax) {
        long announced = request.getLength();
        if (announced > bytesMax) {
            throw tooLarge(bytesMax);
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] body = in.readNBytes(bytesMax + 1);
            if (body.length > bytesMax) {
                throw tooLarge(bytesMax);
            }
            return body;
        } catch (IOException e) {
            throw ApiException.badRequest("the request body could not be read");
        }
    }

    private static ApiException tooLarge(int bytesMax) {
        return new ApiException(
                Reason.REQUEST_ENTITY_TOO_LARGE, "Request entity too large: limit is " + bytesMax + " bytes");
    }

    /// Answers with a complete body.
    void respond(int status, String contentType, byte[] body) {
        begin(status, contentType);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    /// Sets status and headers for a body that is written piece by piece.
    void begin(int status, String contentType) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, private");
        for (String warning : warnings) {
            response.getHeaders().add("Warning", "299 - " + quoted(warning));
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
