package dev.archipelago.apiserver.hostile;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.protobuf.ProtobufDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A whole response.
///
/// @param headers by lower-case name; the last of several counts
/// @param closes whether the server will close the connection after it
record Reply(int status, Map<String, String> headers, byte[] body, boolean closes) {

    String header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /// The body as a tree, whether it is JSON or protobuf.
    JsonNode json() {
        return header("Content-Type").equals("application/vnd.kubernetes.protobuf")
                ? ProtobufDecoder.decode(body)
                : Json.MAPPER.readTree(body);
    }

    String reason() {
        return json().path("reason").asString("");
    }

    String message() {
        return json().path("message").asString("");
    }

    /// What is wrong with it as an answer to anything at all; empty when nothing is.
    String fault(boolean headOnly) {
        if (status >= 500 && status != 503 && status != 504) {
            return "a " + status;
        }
        if (status < 400 || headOnly) {
            return "";
        }
        JsonNode told;
        try {
            told = json();
        } catch (RuntimeException e) {
            return "a body that is neither JSON nor protobuf";
        }
        boolean status = told.path("kind").asString("").equals("Status")
                && told.path("status").asString("").equals("Failure")
                && told.path("code").asInt(0) == this.status
                && !told.path("reason").asString("").isEmpty()
                && !told.path("message").asString("").isEmpty();
        return status ? "" : "a failure without a Status that says why";
    }

    @Override
    public String toString() {
        String shown = text();
        return status + " " + headers + " " + (shown.length() > 600 ? shown.substring(0, 600) + "..." : shown);
    }
}
