package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Where the next page of a list begins.
///
/// @param revision the snapshot all pages belong to; -1 to go on from the newest state instead
/// @param start the first key of the next page, relative to the prefix of the list
record ContinueToken(long revision, String start) {
    private static final String VERSION = "meta.k8s.io/v1";

    String encode() {
        var token = Json.object().put("v", VERSION).put("rv", revision).put("start", start);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(token));
    }

    static ContinueToken decode(String text) {
        try {
            JsonNode token =
                    Json.MAPPER.readTree(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
            String start = token.path("start").asString("");
            long revision = token.path("rv").asLong(0);
            if (!token.path("v").asString("").equals(VERSION) || start.isEmpty() || start.startsWith("/")) {
                throw invalid("it was not issued by this server");
            }
            if (revision == 0 || revision < -1) {
                throw invalid("it names no snapshot");
            }
            return new ContinueToken(revision, start);
        } catch (IllegalArgumentException | JacksonException e) {
            throw invalid("it is not well formed");
        }
    }

    private static ApiException invalid(String why) {
        return ApiException.badRequest("continue key is not valid: " + why);
    }
}
