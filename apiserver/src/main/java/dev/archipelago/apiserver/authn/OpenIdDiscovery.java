package dev.archipelago.apiserver.authn;

import dev.archipelago.api.objects.Json;
import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The documents with which others can check our service-account tokens themselves.
public final class OpenIdDiscovery {
    public static final String CONFIGURATION_PATH = "/.well-known/openid-configuration";
    public static final String KEYS_PATH = "/openid/v1/jwks";

    private static final int COORDINATE_BYTES = 32;

    private OpenIdDiscovery() {}

    /// The document at [#CONFIGURATION_PATH].
    ///
    /// @param keysUri where the document at [#KEYS_PATH] can be had
    public static ObjectNode configuration(String issuer, String keysUri) {
        ObjectNode document = Json.object().put("issuer", issuer).put("jwks_uri", keysUri);
        document.putArray("response_types_supported").add("id_token");
        document.putArray("subject_types_supported").add("public");
        document.putArray("id_token_signing_alg_values_supported").add("ES256");
        return document;
    }

    /// The document at [#KEYS_PATH].
    public static ObjectNode keys(List<PublicKey> publicKeys) {
        ObjectNode document = Json.object();
        ArrayNode keys = document.putArray("keys");
        for (PublicKey key : publicKeys) {
            if (!(key instanceof ECPublicKey elliptic)) {
                throw new IllegalArgumentException("not an elliptic-curve key: " + key.getAlgorithm());
            }
            keys.addObject()
                    .put("use", "sig")
                    .put("kty", "EC")
                    .put("kid", Jwt.keyId(key))
                    .put("crv", "P-256")
                    .put("alg", "ES256")
                    .put("x", coordinate(elliptic.getW().getAffineX()))
                    .put("y", coordinate(elliptic.getW().getAffineY()));
        }
        return document;
    }

    private static String coordinate(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] fixed = new byte[COORDINATE_BYTES];
        // A leading zero may be a sign byte too many; a small number comes with bytes too few.
        int length = Math.min(bytes.length, COORDINATE_BYTES);
        System.arraycopy(bytes, bytes.length - length, fixed, COORDINATE_BYTES - length, length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(fixed);
    }
}
