package dev.archipelago.apiserver.authn;

import dev.archipelago.apiserver.objects.Json;
import java.time.DateTimeException;
import java.time.Instant;
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
        String name = Json.text(account, "name");
        JsonNode found =
                lookup.find(ObjectLookup.Kind.SERVICE_ACCOUNT, namespace, name).orElse(null);
        if (found == null) {
            return "serviceaccounts \"" + name + "\" not found";
        }
        String uid = Json.text(found.path("metadata"), "uid");
        if (!uid.equals(Json.text(account, "uid"))) {
            return "service account UID (" + uid + ") does not match claim (" + Json.text(account, "uid") + ")";
        }
        if (isDeleted(found, deletedBefore)) {
            return "service account " + namespace + "/" + name + " has been deleted";
        }
        String wrong = missing(ObjectLookup.Kind.SECRET, "secret", namespace, claims, deletedBefore);
        if (wrong == null) {
            wrong = missing(ObjectLookup.Kind.POD, "pod", namespace, claims, deletedBefore);
        }
        // The node of a bound pod is only information: the token dies with the pod.
        if (wrong == null && !claims.has("pod")) {
            wrong = missing(ObjectLookup.Kind.NODE, "node", "", claims, deletedBefore);
        }
        return wrong;
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
