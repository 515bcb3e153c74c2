package dev.archipelago.federation.admission;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.authz.Attributes;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.federation.match.Dependencies;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks that the author of a policy has the rights that the federation uses on their behalf: to update the objects
/// that it overrides, or to read those that it propagates. The federation carries out a policy with its own rights.
///
/// Why: docs/decisions/0014-where-credentials-go.md
final class PolicyRights {
    private static final String ALL = "*";

    private final Authorizer authorizer;
    private final Catalog catalog;

    PolicyRights(Authorizer authorizer, Catalog catalog) {
        this.authorizer = authorizer;
        this.catalog = catalog;
    }

    /// A right that the author needs.
    ///
    /// @param field of the policy that requires it
    /// @param kind for messages
    /// @param resource for RBAC
    /// @param name empty for all objects of the kind
    private record Need(
            String field, String kind, String group, String resource, String namespace, String name, String verb) {
        Need of(String otherField, String otherKind, String otherResource) {
            return new Need(otherField, otherKind, "", otherResource, namespace, "", verb);
        }

        String what() {
            String objects = kind + (name.isEmpty() ? "" : " \"" + name + '"');
            String rule = resource + (group.isEmpty() ? "" : '.' + group);
            String where = namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + '"';
            return objects + " (" + rule + ") " + where;
        }
    }

    /// @throws ApiException FORBIDDEN when the user may not update what the policy changes
    void checkOverriding(AdmissionRequest request, JsonNode policy) {
        if (isSame(policy, request.old())) {
            return;
        }
        JsonNode selectors = policy.path("spec").path("resourceSelectors");
        if (selectors.isEmpty()) {
            String field = "spec.resourceSelectors is empty, which is all objects";
            check(request, new Need(field, "every kind", ALL, ALL, request.namespace(), "", "update"));
        }
        for (int i = 0; i < selectors.size(); i++) {
            check(request, need(request, i, selectors.path(i), "update"));
        }
    }

    /// @throws ApiException FORBIDDEN when the user may not get what the policy propagates
    void checkPropagating(AdmissionRequest request, JsonNode policy) {
        if (isSame(policy, request.old())) {
            return;
        }
        JsonNode selectors = policy.path("spec").path("resourceSelectors");
        for (int i = 0; i < selectors.size(); i++) {
            Need need = need(request, i, selectors.path(i), "get");
            check(request, need);
            if (policy.path("spec").path("propagateDeps").asBoolean(false)) {
                for (Map.Entry<String, String> kind : Dependencies.RESOURCES.entrySet()) {
                    check(request, need.of("spec.propagateDeps", kind.getKey(), kind.getValue()));
                }
            }
        }
    }

    /// Whether the spec is unchanged; labels and annotations of a policy have no effect on its objects.
    private static boolean isSame(JsonNode policy, @Nullable JsonNode old) {
        return old != null && policy.path("spec").equals(old.path("spec"));
    }

    /// The right that a selector requires. A policy in a namespace selects objects there only. A kind that is not
    /// served may be defined later, with any resource name.
    private Need need(AdmissionRequest request, int index, JsonNode selector, String verb) {
        String apiVersion = selector.path("apiVersion").asString("");
        String kind = selector.path("kind").asString("");
        String group = apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
        String resource =
                catalog.findKind(apiVersion, kind).map(ServedResource::resource).orElse(ALL);
        String namespace =
                request.namespace().isEmpty() ? selector.path("namespace").asString("") : request.namespace();
        String name = selector.path("name").asString("");
        return new Need("spec.resourceSelectors[" + index + "]", kind, group, resource, namespace, name, verb);
    }

    private void check(AdmissionRequest request, Need need) {
        Attributes wanted = Attributes.ofResource(
                request.user(), need.verb, need.group, ALL, need.resource, "", need.namespace, need.name);
        if (!authorizer.authorize(wanted).isAllowed()) {
            String group = request.resource().group();
            String resource = request.resource().resource();
            throw new ApiException(
                    Reason.FORBIDDEN,
                    "%s.%s \"%s\" is forbidden: %s: user \"%s\" cannot %s %s, and so cannot have a policy do it"
                            .formatted(
                                    resource,
                                    group,
                                    request.name(),
                                    need.field,
                                    request.user().name(),
                                    need.verb,
                                    need.what()),
                    ApiException.Details.of(group, resource, request.name()));
        }
    }
}
