package dev.archipelago.federation.admission;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.authz.Attributes;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.federation.kinds.ClusterEndpoint;
import dev.archipelago.federation.kinds.Names;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks where a Cluster object sends credentials to, and whose. The federation can read every Secret, so a user who
/// names one must be allowed to read it: otherwise they could have it sent to a server of their own.
///
/// Why: docs/decisions/0014-where-credentials-go.md
final class ClusterConnection {
    /// The fields that decide which credentials are sent where.
    private static final List<String> FIELDS = List.of(
            "apiEndpoint",
            "secretRef",
            "impersonatorSecretRef",
            "insecureSkipTLSVerification",
            "proxyURL",
            "proxyHeader");

    private static final List<String> SECRETS = List.of("secretRef", "impersonatorSecretRef");

    private ClusterConnection() {}

    /// Adds errors for an invalid connection. A connection that an update leaves unchanged is not checked.
    ///
    /// @throws ApiException FORBIDDEN when the user may not read a Secret that is named
    static void check(
            JsonNode object, @Nullable JsonNode old, UserInfo user, Authorizer authorizer, List<FieldError> errors) {
        if (isSame(object.path("spec"), old)) {
            return;
        }
        Writer writer = new Writer(
                user, authorizer, object.path("metadata").path("name").asString(""));
        JsonNode spec = object.path("spec");
        String endpoint = spec.path("apiEndpoint").asString("");
        String problem = endpoint.isEmpty() ? "" : ClusterEndpoint.problem(endpoint);
        if (!problem.isEmpty()) {
            errors.add(FieldError.invalid("spec.apiEndpoint", FieldError.quoted(endpoint), problem));
        }
        for (String field : List.of("proxyURL", "proxyHeader")) {
            JsonNode value = spec.path(field);
            if (!value.isEmpty() || !value.asString("").isEmpty()) {
                errors.add(
                        FieldError.forbidden("spec." + field, "clusters are reached directly, not by way of a proxy"));
            }
        }
        for (String field : SECRETS) {
            if (spec.path(field).isObject()) {
                checkSecret(writer, field, spec.path(field), errors);
            }
        }
    }

    /// The user who writes a cluster, and what they may do.
    private record Writer(UserInfo user, Authorizer authorizer, String cluster) {}

    private static boolean isSame(JsonNode spec, @Nullable JsonNode old) {
        JsonNode before = old == null ? Json.object() : old.path("spec");
        return old != null && FIELDS.stream().allMatch(field -> spec.path(field).equals(before.path(field)));
    }

    private static void checkSecret(Writer writer, String field, JsonNode reference, List<FieldError> errors) {
        String namespace = reference.path("namespace").asString("");
        String name = reference.path("name").asString("");
        if (!Names.CREDENTIAL_NAMESPACES.contains(namespace)) {
            errors.add(FieldError.notSupported("spec." + field + ".namespace", namespace, Names.CREDENTIAL_NAMESPACES));
            return;
        }
        if (name.isEmpty()) {
            errors.add(FieldError.required("spec." + field + ".name", "a Secret has a name"));
            return;
        }
        Attributes reading = Attributes.ofResource(writer.user, "get", "", "v1", "secrets", "", namespace, name);
        if (!writer.authorizer.authorize(reading).isAllowed()) {
            throw new ApiException(
                    Reason.FORBIDDEN,
                    "clusters.cluster.karmada.io \"" + writer.cluster + "\" is forbidden: spec." + field + ": user \""
                            + writer.user.name() + "\" cannot get Secret " + namespace + '/' + name
                            + ", which would be sent to spec.apiEndpoint",
                    ApiException.Details.of("cluster.karmada.io", "clusters", writer.cluster));
        }
    }
}
