package dev.archipelago.apiserver.cel;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.apiserver.authz.Authorizer;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A write as the expressions of admission policies see it, for any number of policies. Nobody may change the trees
/// meanwhile.
public final class PolicyInput {
    private final Map<String, Object> values;

    private PolicyInput(Map<String, Object> values) {
        this.values = values;
    }

    /// A write of a user.
    ///
    /// @param request as in an AdmissionReview, without the objects
    /// @param namespace null for what is in none
    public static PolicyInput of(
            JsonNode object,
            JsonNode oldObject,
            JsonNode request,
            JsonNode namespace,
            UserInfo user,
            Authorizer authorizer) {
        AuthorizerFunctions.Asking asking = new AuthorizerFunctions.Asking(user, authorizer);
        JsonNode resource = request.path("resource");
        return new PolicyInput(Map.of(
                "object",
                DynamicValues.of(object),
                "oldObject",
                DynamicValues.of(oldObject),
                "request",
                DynamicValues.of(request),
                "namespaceObject",
                DynamicValues.of(namespace),
                "authorizer",
                asking,
                "authorizer.requestResource",
                new AuthorizerFunctions.ResourceCheck(
                        asking,
                        resource.path("group").asString(""),
                        resource.path("resource").asString(""),
                        request.path("subResource").asString(""),
                        request.path("namespace").asString(""),
                        request.path("name").asString(""))));
    }

    Map<String, Object> values() {
        return values;
    }
}
