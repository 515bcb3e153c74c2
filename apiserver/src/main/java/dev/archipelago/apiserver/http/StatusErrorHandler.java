package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.apiserver.objects.Json;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/// Answers requests that the HTTP layer itself refuses (bad paths, oversized headers) with a Status like any other.
final class StatusErrorHandler extends ErrorHandler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int code = response.getStatus();
        Reason reason = code >= 500
                ? Reason.INTERNAL_ERROR
                : code == 413 ? Reason.REQUEST_ENTITY_TOO_LARGE : Reason.BAD_REQUEST;
        Object message = request.getAttribute(ERROR_MESSAGE);
        String text = code >= 500 || message == null ? "the request could not be handled" : message.toString();
        byte[] body =
                Json.bytes(StatusBody.failure(new ApiException(reason, text)).put("code", code));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Exchange.JSON);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }
}
