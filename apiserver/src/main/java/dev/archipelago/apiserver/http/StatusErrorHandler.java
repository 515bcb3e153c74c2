package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Answers requests that the HTTP layer itself refuses (bad paths, oversized headers) with a Status like any other.
final class StatusErrorHandler extends ErrorHandler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        HttpException refusal = request.getAttribute(ERROR_EXCEPTION) instanceof HttpException thrown ? thrown : null;
        int code = response.getStatus();
        if (refusal != null && code >= 500) {
            // What the HTTP layer cannot read or does not speak is not the server's fault.
            code = 400;
            response.setStatus(code);
        }
        byte[] body = Json.bytes(StatusBody.failure(new ApiException(reason(code), message(request, code, refusal)))
                .put("code", code));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Exchange.JSON);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        if (request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2) {
            // What follows on such a connection is not read.
            response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        }
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    private static Reason reason(int code) {
        if (code >= 500) {
            return Reason.INTERNAL_ERROR;
        }
        return code == 413 ? Reason.REQUEST_ENTITY_TOO_LARGE : Reason.BAD_REQUEST;
    }

    private static String message(Request request, int code, @Nullable HttpException refusal) {
        if (refusal != null) {
            String why = refusal.getReason();
            return why == null || why.equals(HttpStatus.getMessage(refusal.getCode()))
                    ? "the request line or a header is malformed"
                    : "the request was refused: " + why;
        }
        Object message = request.getAttribute(ERROR_MESSAGE);
        return code >= 500 || message == null ? "the request could not be handled" : message.toString();
    }
}
