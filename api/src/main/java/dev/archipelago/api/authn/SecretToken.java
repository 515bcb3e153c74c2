package dev.archipelago.api.authn;

import dev.archipelago.api.objects.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a token says that a Secret of type `kubernetes.io/service-account-token` carries. It has no end and is for
/// nobody in particular: it is good for as long as the Secret carries it and the account is the same.
///
/// @param uid the uid of the account, which a later account of the same name does not share
/// @param secret the name of the Secret
public record SecretToken(ServiceAccountNames account, String uid, String secret) {
    private static final String ISSUER = "kubernetes/serviceaccount";
    private static final String PREFIX = "kubernetes.io/serviceaccount/";

    public ObjectNode claims() {
        return Json.object()
                .put("iss", ISSUER)
                .put(PREFIX + "namespace", account.namespace())
                .put(PREFIX + "secret.name", secret)
                .put(PREFIX + "service-account.name", account.name())
                .put(PREFIX + "service-account.uid", uid)
                .put("sub", account.user());
    }

    /// Whether claims say that they are of such a token.
    public static boolean is(JsonNode claims) {
        return Json.text(claims, "iss").equals(ISSUER);
    }

    /// Reads claims, which may be of anybody; null when they do not say all that they must.
    public static @Nullable SecretToken read(JsonNode claims) {
        ServiceAccountNames account =
                ServiceAccountNames.parse(Json.text(claims, "sub")).orElse(null);
        if (account == null
                || !account.namespace().equals(Json.text(claims, PREFIX + "namespace"))
                || !account.name().equals(Json.text(claims, PREFIX + "service-account.name"))) {
            return null;
        }
        String uid = Json.text(claims, PREFIX + "service-account.uid");
        String secret = Json.text(claims, PREFIX + "secret.name");
        return uid.isEmpty() || secret.isEmpty() ? null : new SecretToken(account, uid, secret);
    }
}
