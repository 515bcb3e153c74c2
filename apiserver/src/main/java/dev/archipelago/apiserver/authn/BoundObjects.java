package dev.archipelago.apiserver.authn;

import dev.archipelago.api.authn.SecretToken;
import dev.archipelago.api.authn.ServiceAccountNames;
import dev.archipelago.api.objects.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Whether the objects a token was issued for are still there, and still the same ones.
final class BoundObjects {
    private static final String INVALIDATED = "service account token has been invalidated";

    private final ObjectLookup lookup;

    BoundObjects(ObjectLookup lookup) {
        this.lookup = lookup;
    }

    /// What is missing, in words, or null when all is there.
    ///
    /// @param claims the `kubernetes.io` claim
    /// @param deletedBefore objects marked as deleted before this count as gone
    @Nullable
    String missing(JsonNode claims, Instant deletedBefore) {
        String namespace = Json.text(claims, "namespace");
        JsonNode account = claims.path("serviceaccount");
        String wrong = missingAccount(
                new ServiceAccountNames(namespace, Json.text(account, "name")),
                Json.text(account, "uid"),
                deletedBefore);
        if (wrong == null) {
            wrong = missing(ObjectLookup.Kind.SECRET, "secret", namespace, claims, deletedBefore);
        }
        if (wrong == null) {
            wrong = missing(ObjectLookup.Kind.POD, "pod", namespace, claims, deletedBefore);
        }
        // The node of a bound pod is only information: the token dies with the pod.
        if (wrong == null && !claims.has("pod")) {
            wrong = missing(ObjectLookup.Kind.NODE, "node", "", claims, deletedBefore);
        }
        return wrong;
    }

    /// What is missing for the token of a Secret, in words, or null when the Secret still carries this very token.
    @Nullable
    String missing(SecretToken claims, String token) {
        String namespace = claims.account().namespace();
        JsonNode secret = lookup.find(ObjectLookup.Kind.SECRET, namespace, claims.secret())
                .orElse(null);
        if (secret == null || isDeleted(secret, Instant.MAX)) {
            return INVALIDATED;
        }
        byte[] carried = Base64.getEncoder().encode(token.getBytes(StandardCharsets.US_ASCII));
        byte[] found = Json.text(secret.path("data"), "token").getBytes(StandardCharsets.US_ASCII);
        if (!Json.text(secret, "type").equals("kubernetes.io/service-account-token")
                || !MessageDigest.isEqual(carried, found)) {
            return "service account token is not the one of secret " + namespace + "/" + claims.secret();
        }
        return missingAccount(claims.account(), claims.uid(), Instant.MAX);
    }

    private @Nullable String missingAccount(ServiceAccountNames account, String uid, Instant deletedBefore) {
        JsonNode found = lookup.find(ObjectLookup.Kind.SERVICE_ACCOUNT, account.namespace(), account.name())
                .orElse(null);
        if (found == null) {
            return "serviceaccounts \"" + account.name() + "\" not found";
        }
        String now = Json.text(found.path("metadata"), "uid");
        if (!now.equals(uid)) {
            return "service account UID (" + now + ") does not match claim (" + uid + ")";
        }
        return isDeleted(found, deletedBefore)
                ? "service account " + account.namespace() + "/" + account.name() + " has been deleted"
                : null;
    }

    private @Nullable String missing(
            ObjectLookup.Kind kind, String claim, String namespace, JsonNode claims, Instant deletedBefore) {
        JsonNode reference = claims.get(claim);
        if (reference == null) {
            return null;
        }
        JsonNode found =
                lookup.find(kind, namespace, Json.text(reference, "name")).orElse(null);
        if (found == null) {
            return INVALIDATED;
        }
        String uid = Json.text(found.path("metadata"), "uid");
        if (!uid.equals(Json.text(reference, "uid"))) {
            return claim + " UID (" + uid + ") does not match service account " + claim + " ref claim ("
                    + Json.text(reference, "uid") + ")";
        }
        return isDeleted(found, deletedBefore) ? INVALIDATED : null;
    }

    private static boolean isDeleted(JsonNode object, Instant deletedBefore) {
        String deleted = Json.text(object.path("metadata"), "deletionTimestamp");
        try {
            return !deleted.isEmpty() && Instant.parse(deleted).isBefore(deletedBefore);
        } catch (DateTimeException e) {
            return true;
        }
    }
}
