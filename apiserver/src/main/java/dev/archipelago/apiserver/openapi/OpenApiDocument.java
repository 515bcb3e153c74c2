package dev.archipelago.apiserver.openapi;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A document ready to be sent.
///
/// @param hash hexadecimal, equal exactly when the body is; the entity tag, and the `hash` in the links of the index
public record OpenApiDocument(String contentType, byte[] body, String hash) {
    static final String JSON = "application/json";
    static final String PROTOBUF_V2 = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    static OpenApiDocument of(String contentType, byte[] body) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
            return new OpenApiDocument(
                    contentType, body, HexFormat.of().withUpperCase().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
