package dev.archipelago.federation.kinds;

import dev.archipelago.api.objects.Json;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/// A short hash, which is also a legal label value.
public final class Hash {
    private static final int BYTES = 8;

    private Hash() {}

    /// The hash of JSON content with its fields in their order.
    public static String of(JsonNode content) {
        return of(Json.bytes(content));
    }

    public static String of(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
