package dev.archipelago.apiserver.authn;

import dev.archipelago.api.objects.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A signed token in its compact form, taken apart but not yet believed.
final class Jwt {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final String ALGORITHM = "ES256";
    /// The signature as JOSE wants it: the two numbers side by side, 32 bytes each.
    private static final String JCA_ALGORITHM = "SHA256withECDSAinP1363Format";

    private static final int LENGTH_MAX = 16 * 1024;

    private final JsonNode header;
    private final JsonNode claims;
    private final byte[] signed;
    private final byte[] signature;

    private Jwt(JsonNode header, JsonNode claims, byte[] signed, byte[] signature) {
        this.header = header;
        this.claims = claims;
        this.signed = signed;
        this.signature = signature;
    }

    /// Takes a token apart, or gives null when it is not one.
    static @Nullable Jwt parse(String token) {
        int first = token.indexOf('.');
        int last = token.lastIndexOf('.');
        if (token.length() > LENGTH_MAX || first <= 0 || token.indexOf('.', first + 1) != last) {
            return null;
        }
        try {
            Base64.Decoder decoder = Base64.getUrlDecoder();
            JsonNode header = MAPPER.readTree(decoder.decode(token.substring(0, first)));
            JsonNode claims = MAPPER.readTree(decoder.decode(token.substring(first + 1, last)));
            byte[] signature = decoder.decode(token.substring(last + 1));
            return header.isObject() && claims.isObject()
                    ? new Jwt(header, claims, token.substring(0, last).getBytes(StandardCharsets.US_ASCII), signature)
                    : null;
        } catch (IllegalArgumentException | JacksonException e) {
            return null;
        }
    }

    static String sign(ObjectNode claims, String keyId, PrivateKey key) {
        ObjectNode header = Json.object().put("alg", ALGORITHM).put("kid", keyId);
        String signed = ENCODER.encodeToString(MAPPER.writeValueAsBytes(header))
                + '.'
                + ENCODER.encodeToString(MAPPER.writeValueAsBytes(claims));
        try {
            Signature signer = Signature.getInstance(JCA_ALGORITHM);
            signer.initSign(key);
            signer.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + '.' + ENCODER.encodeToString(signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign with the service-account key", e);
        }
    }

    /// Whether the token was signed by a key, with the one algorithm we sign with and no extensions we do not know.
    boolean isSignedBy(PublicKey key) {
        if (!Json.text(header, "alg").equals(ALGORITHM) || header.has("crit")) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance(JCA_ALGORITHM);
            verifier.initVerify(key);
            verifier.update(signed);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    String keyId() {
        return Json.text(header, "kid");
    }

    /// What the token says. To be believed only after [#isSignedBy].
    JsonNode claims() {
        return claims;
    }

    /// A name for a key that does not give the key away.
    static String keyId(PublicKey key) {
        try {
            return ENCODER.encodeToString(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "Jwt";
    }
}
