package dev.archipelago.apiserver.authn;

import dev.archipelago.api.authn.ServiceAccountNames;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The subresource `serviceaccounts/token`: a request in, the same with a token in its status out.
public final class TokenRequests {
    private static final String GROUP = "authentication.k8s.io";
    private static final String KIND = "TokenRequest";
    private static final long EXPIRATION_SECONDS_DEFAULT = 3600;
    private static final long EXPIRATION_SECONDS_MIN = 600;
    private static final long EXPIRATION_SECONDS_MAX = 1L << 32;

    private final ServiceAccountTokens tokens;
    private final ObjectLookup lookup;

    public TokenRequests(ServiceAccountTokens tokens, ObjectLookup lookup) {
        this.tokens = tokens;
        this.lookup = lookup;
    }

    /// Issues a token for the account named in the URL.
    ///
    /// @param request a `TokenRequest`; it is not changed
    public ObjectNode create(String namespace, String name, ObjectNode request) {
        ObjectNode answer = request.deepCopy();
        ObjectNode metadata = Json.child(answer, "metadata");
        requireSame(metadata, "name", name, name);
        requireSame(metadata, "namespace", namespace, name);
        String uid = Json.text(
                find(ObjectLookup.Kind.SERVICE_ACCOUNT, namespace, name).path("metadata"), "uid");
        String asked = Json.text(metadata, "uid");
        if (!asked.isEmpty() && !asked.equals(uid)) {
            throw ApiException.conflict(
                    GROUP,
                    KIND,
                    name,
                    "the UID in the token request (%s) does not match the UID of the service account (%s)"
                            .formatted(asked, uid));
        }
        ObjectNode spec = Json.child(answer, "spec");
        long seconds = spec.path("expirationSeconds").asLong(EXPIRATION_SECONDS_DEFAULT);
        validate(seconds);
        List<String> audiences = Json.strings(spec, "audiences");
        if (audiences.isEmpty()) {
            audiences = tokens.audiences();
        }
        ServiceAccountNames account = new ServiceAccountNames(namespace, name);
        TokenSpec unbound = TokenSpec.unbound(account, uid, audiences, seconds);
        IssuedToken issued = tokens.issue(bind(unbound, spec.path("boundObjectRef")));

        metadata.put("name", name).put("namespace", namespace).put("uid", uid);
        metadata.put(
                "creationTimestamp",
                tokens.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString());
        spec.set("audiences", Json.array(audiences));
        spec.put("expirationSeconds", seconds);
        ObjectNode status = answer.putObject("status");
        status.put("token", issued.token());
        status.put(
                "expirationTimestamp",
                issued.expires().truncatedTo(ChronoUnit.SECONDS).toString());
        return answer;
    }

    private TokenSpec bind(TokenSpec spec, JsonNode reference) {
        if (!reference.isObject()) {
            return spec;
        }
        String name = Json.text(reference, "name");
        String namespace = spec.account().namespace();
        String version = Json.text(reference, "apiVersion");
        String type = (version.contains("/") ? version : "/" + version) + ", Kind=" + Json.text(reference, "kind");
        return switch (type) {
            case "/v1, Kind=Pod" -> bindToPod(spec, reference, find(ObjectLookup.Kind.POD, namespace, name));
            case "/v1, Kind=Secret" -> {
                JsonNode secret = find(ObjectLookup.Kind.SECRET, namespace, name);
                yield bound(spec, null, same(reference, secret, "Secret"), null);
            }
            case "/v1, Kind=Node" -> {
                JsonNode node = find(ObjectLookup.Kind.NODE, "", name);
                yield bound(spec, null, null, same(reference, node, "Node"));
            }
            default -> throw ApiException.badRequest("cannot bind token to object of type " + type);
        };
    }

    private TokenSpec bindToPod(TokenSpec spec, JsonNode reference, JsonNode pod) {
        if (!Json.text(pod.path("spec"), "serviceAccountName")
                .equals(spec.account().name())) {
            throw ApiException.badRequest(
                    "cannot bind token for serviceaccount \"%s\" to pod running with different serviceaccount name."
                            .formatted(spec.account().name()));
        }
        String nodeName = Json.text(pod.path("spec"), "nodeName");
        TokenSpec.Reference node = nodeName.isEmpty()
                ? null
                : new TokenSpec.Reference(
                        nodeName,
                        lookup.find(ObjectLookup.Kind.NODE, "", nodeName)
                                .map(found -> Json.text(found.path("metadata"), "uid"))
                                .orElse(""));
        return bound(spec, same(reference, pod, "Pod"), null, node);
    }

    private static TokenSpec bound(
            TokenSpec spec,
            TokenSpec.@Nullable Reference pod,
            TokenSpec.@Nullable Reference secret,
            TokenSpec.@Nullable Reference node) {
        return new TokenSpec(spec.account(), spec.uid(), spec.audiences(), spec.expirationSeconds(), pod, secret, node);
    }

    private static TokenSpec.Reference same(JsonNode reference, JsonNode found, String kind) {
        String name = Json.text(reference, "name");
        String uid = Json.text(found.path("metadata"), "uid");
        String asked = Json.text(reference, "uid");
        if (!asked.isEmpty() && !asked.equals(uid)) {
            throw ApiException.conflict(
                    "",
                    kind,
                    name,
                    "the UID in the bound object reference (%s) does not match the UID in record. The object might have been deleted and then recreated"
                            .formatted(asked));
        }
        return new TokenSpec.Reference(name, uid);
    }

    private JsonNode find(ObjectLookup.Kind kind, String namespace, String name) {
        return lookup.find(kind, namespace, name).orElseThrow(() -> ApiException.notFound("", kind.resource(), name));
    }

    private static void requireSame(ObjectNode metadata, String field, String expected, String account) {
        String found = Json.text(metadata, field);
        if (!found.isEmpty() && !found.equals(expected)) {
            throw ApiException.invalid(
                    GROUP,
                    KIND,
                    account,
                    List.of(FieldError.invalid(
                            "metadata." + field,
                            FieldError.quoted(found),
                            "must match the service account " + field + " if specified")));
        }
    }

    private static void validate(long expirationSeconds) {
        List<FieldError> errors = new ArrayList<>();
        String value = Long.toString(expirationSeconds);
        if (expirationSeconds < EXPIRATION_SECONDS_MIN) {
            errors.add(FieldError.invalid(
                    "spec.expirationSeconds", value, "may not specify a duration less than 10 minutes"));
        }
        if (expirationSeconds > EXPIRATION_SECONDS_MAX) {
            errors.add(FieldError.invalid(
                    "spec.expirationSeconds", value, "may not specify a duration larger than 2^32 seconds"));
        }
        if (!errors.isEmpty()) {
            throw ApiException.invalid(GROUP, KIND, "", errors);
        }
    }
}
