package dev.archipelago.federation.render;

import dev.archipelago.api.objects.Json;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/// A short hash of JSON content.
final class Hash {
    private static final int BYTES = 8;

    private Hash() {}

    static String of(JsonNode content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Json.bytes(content));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
