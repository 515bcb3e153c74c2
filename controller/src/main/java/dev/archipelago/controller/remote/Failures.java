package dev.archipelago.controller.remote;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Converts HTTP failures into the errors that controllers know.
final class Failures {
    private static final int QUOTE_LENGTH_MAX = 200;

    private Failures() {}

    /// The error of an answer: a Status from an API server, or any text from a proxy before it.
    static ApiException answered(int code, byte[] body) {
        try {
            JsonNode status = Json.MAPPER.readTree(body);
            if (status.path("kind").asString("").equals("Status")) {
                return status(status, code);
            }
        } catch (JacksonException e) {
            // Not from an API server; quoted below.
        }
        String text = new String(body, StandardCharsets.UTF_8).strip();
        return new ApiException(
                reason(code),
                "the server answered " + code + ": " + text.substring(0, Math.min(text.length(), QUOTE_LENGTH_MAX)));
    }

    /// @param code used when the Status has none
    static ApiException status(JsonNode status, int code) {
        int ownCode = status.path("code").asInt(code);
        JsonNode details = status.path("details");
        List<Cause> causes = new ArrayList<>();
        details.path("causes")
                .forEach(cause -> causes.add(new Cause(
                        cause.path("reason").asString(""),
                        cause.path("message").asString(""),
                        cause.path("field").asString(""))));
        String named = status.path("reason").asString("");
        return new ApiException(
                reason(named).orElseGet(() -> reason(ownCode)),
                status.path("message").asString(named),
                new ApiException.Details(
                        details.path("group").asString(""),
                        details.path("kind").asString(""),
                        details.path("name").asString(""),
                        details.path("uid").asString(""),
                        causes,
                        details.path("retryAfterSeconds").asInt(0)),
                status.path("metadata").path("continue").asString(""));
    }

    private static Optional<Reason> reason(String name) {
        if (name.equals("ServerTimeout")) {
            return Optional.of(Reason.TIMEOUT);
        }
        for (Reason reason : Reason.values()) {
            if (reason.text().equals(name)) {
                return Optional.of(reason);
            }
        }
        return Optional.empty();
    }

    private static Reason reason(int code) {
        // For codes with several reasons, an answer without a reason gets the general one.
        return switch (code) {
            case 409 -> Reason.CONFLICT;
            case 410 -> Reason.EXPIRED;
            case 502 -> Reason.SERVICE_UNAVAILABLE;
            default -> {
                for (Reason reason : Reason.values()) {
                    if (reason.code() == code) {
                        yield reason;
                    }
                }
                yield code < 500 ? Reason.BAD_REQUEST : Reason.INTERNAL_ERROR;
            }
        };
    }

    /// The error of a request without an answer.
    static ApiException unanswered(String server, Throwable cause) {
        Throwable first = cause;
        while ((first instanceof ExecutionException || first instanceof CompletionException)
                && first.getCause() != null) {
            first = first.getCause();
        }
        boolean late = first instanceof HttpTimeoutException && !(first instanceof HttpConnectTimeoutException);
        return late ? timeout(server) : unavailable(server, describe(first));
    }

    private static String describe(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        @Nullable String message = failure.getMessage();
        return message == null ? name : name + ": " + message;
    }

    static ApiException unavailable(String server, String why) {
        return new ApiException(Reason.SERVICE_UNAVAILABLE, server + " cannot be reached: " + why);
    }

    static ApiException timeout(String server) {
        return new ApiException(Reason.TIMEOUT, server + " did not answer in time");
    }
}
