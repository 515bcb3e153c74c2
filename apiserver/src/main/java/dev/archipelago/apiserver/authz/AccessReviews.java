package dev.archipelago.apiserver.authz;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The questions "may they" and "what may I": a review in, the same with its status filled out. Nothing is stored.
public final class AccessReviews {
    private AccessReviews() {}

    /// Answers a `SubjectAccessReview`.
    public static ObjectNode subjectAccessReview(ObjectNode review, Authorizer authorizer) {
        ReviewValidation.subject(review);
        return answer(review, subject(review.path("spec")), authorizer);
    }

    /// Answers a `LocalSubjectAccessReview`.
    ///
    /// @param namespace the namespace in the URL
    public static ObjectNode localSubjectAccessReview(ObjectNode review, String namespace, Authorizer authorizer) {
        ReviewValidation.local(review);
        if (!Json.text(review.path("metadata"), "namespace").equals(namespace)) {
            throw ApiException.badRequest("spec.resourceAttributes.namespace must match namespace: " + namespace);
        }
        return answer(review, subject(review.path("spec")), authorizer);
    }

    /// Answers a `SelfSubjectAccessReview`.
    public static ObjectNode selfSubjectAccessReview(ObjectNode review, UserInfo user, Authorizer authorizer) {
        ReviewValidation.self(review);
        return answer(review, user, authorizer);
    }

    /// Answers a `SelfSubjectRulesReview`, which `kubectl auth can-i --list` shows.
    public static ObjectNode selfSubjectRulesReview(ObjectNode review, UserInfo user, RbacSnapshot rbac) {
        String namespace = Json.text(review.path("spec"), "namespace");
        if (namespace.isEmpty()) {
            throw ApiException.badRequest("no namespace on request");
        }
        RbacSnapshot.UserRules found = rbac.rulesFor(user, namespace);
        ObjectNode answer = review.deepCopy();
        // Kubernetes answers with the status alone.
        answer.putObject("metadata");
        answer.putObject("spec");
        ObjectNode status = answer.putObject("status");
        ArrayNode resourceRules = status.putArray("resourceRules");
        ArrayNode nonResourceRules = status.putArray("nonResourceRules");
        for (PolicyRule rule : found.rules()) {
            if (!rule.resources().isEmpty()) {
                ObjectNode node = resourceRules.addObject();
                node.set("verbs", Json.array(rule.verbs()));
                PolicyRule.putUnlessEmpty(node, "apiGroups", rule.apiGroups());
                PolicyRule.putUnlessEmpty(node, "resources", rule.resources());
                PolicyRule.putUnlessEmpty(node, "resourceNames", rule.resourceNames());
            }
            if (!rule.nonResourceUrls().isEmpty()) {
                ObjectNode node = nonResourceRules.addObject();
                node.set("verbs", Json.array(rule.verbs()));
                node.set("nonResourceURLs", Json.array(rule.nonResourceUrls()));
            }
        }
        status.put("incomplete", false);
        putUnlessEmpty(status, "evaluationError", found.error());
        return answer;
    }

    private static ObjectNode answer(ObjectNode review, UserInfo user, Authorizer authorizer) {
        Decision decision = authorizer.authorize(attributes(user, review.path("spec")));
        ObjectNode answer = review.deepCopy();
        ObjectNode status = answer.putObject("status").put("allowed", decision.isAllowed());
        putUnlessEmpty(status, "reason", decision.reason());
        return answer;
    }

    private static UserInfo subject(JsonNode spec) {
        return new UserInfo(
                Json.text(spec, "user"),
                Json.text(spec, "uid"),
                Json.strings(spec, "groups"),
                Json.stringLists(spec, "extra"));
    }

    private static Attributes attributes(UserInfo user, JsonNode spec) {
        JsonNode resource = spec.path("resourceAttributes");
        if (!resource.isObject()) {
            JsonNode other = spec.path("nonResourceAttributes");
            return Attributes.ofPath(user, Json.text(other, "verb"), Json.text(other, "path"));
        }
        String version = Json.text(resource, "version");
        return Attributes.ofResource(
                user,
                Json.text(resource, "verb"),
                Json.text(resource, "group"),
                version.isEmpty() ? "*" : version,
                Json.text(resource, "resource"),
                Json.text(resource, "subresource"),
                Json.text(resource, "namespace"),
                Json.text(resource, "name"));
    }

    private static void putUnlessEmpty(ObjectNode node, String field, String value) {
        if (!value.isEmpty()) {
            node.put(field, value);
        }
    }
}
