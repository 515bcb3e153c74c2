package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.matching.RequestDescription;
import dev.archipelago.apiserver.admission.matching.RequestMatcher;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.cel.PolicyInput;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// A request as the policies see it that mean one version of its resource.
final class PolicyRequest {
    /// What policies may not see of a namespace.
    private static final List<String> HIDDEN = List.of("managedFields", "ownerReferences", "selfLink");

    private PolicyRequest() {}

    static PolicyInput of(
            AdmissionRequest request, ServedResource matched, RequestMatcher matcher, Authorizer authorizer) {
        ObjectNode described = Json.object();
        RequestDescription.describe(request, matched, described);
        return PolicyInput.of(
                served(matched, request.object()),
                served(matched, request.old()),
                described,
                namespace(request, matcher),
                request.user(),
                authorizer);
    }

    private static JsonNode served(ServedResource matched, @Nullable ObjectNode object) {
        return object == null ? NullNode.getInstance() : matched.served(object);
    }

    private static JsonNode namespace(AdmissionRequest request, RequestMatcher matcher) {
        if (request.namespace().isEmpty() || !request.resource().namespaced()) {
            return NullNode.getInstance();
        }
        return matcher.namespace(request.namespace())
                .<JsonNode>map(namespace -> {
                    Meta.of(namespace).remove(HIDDEN);
                    return namespace;
                })
                .orElse(NullNode.getInstance());
    }
}
