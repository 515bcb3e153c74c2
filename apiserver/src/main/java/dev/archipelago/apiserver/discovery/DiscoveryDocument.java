package dev.archipelago.apiserver.discovery;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A document ready to be sent.
///
/// @param etag in quotes, as the header wants it; equal exactly when the body is
public record DiscoveryDocument(String contentType, byte[] body, String etag) {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    static DiscoveryDocument of(DiscoveryForm form, ObjectNode content) {
        byte[] body = MAPPER.writeValueAsBytes(content);
        return new DiscoveryDocument(form.contentType(), body, '"' + hash(body) + '"');
    }

    private static String hash(byte[] body) {
        try {
            return HexFormat.of()
                    .withUpperCase()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
