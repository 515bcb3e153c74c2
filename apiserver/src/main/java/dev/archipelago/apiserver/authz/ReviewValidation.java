package dev.archipelago.apiserver.authz;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What is wrong with an access review, worded as kube-apiserver words it.
final class ReviewValidation {
    private static final String GROUP = "authorization.k8s.io";
    private static final String RESOURCE = "spec.resourceAttributes";
    private static final String NON_RESOURCE = "spec.nonResourceAttributes";

    private ReviewValidation() {}

    static void subject(ObjectNode review) {
        List<FieldError> errors = spec(review);
        someone(errors, review);
        selectors(errors, review);
        emptyMetadata(errors, review, List.of("managedFields"), "must be empty");
        reject("SubjectAccessReview", errors);
    }

    static void self(ObjectNode review) {
        List<FieldError> errors = spec(review);
        selectors(errors, review);
        emptyMetadata(errors, review, List.of("managedFields"), "must be empty");
        reject("SelfSubjectAccessReview", errors);
    }

    static void local(ObjectNode review) {
        List<FieldError> errors = spec(review);
        someone(errors, review);
        selectors(errors, review);
        emptyMetadata(errors, review, List.of("managedFields", "namespace"), "must be empty except for namespace");
        JsonNode resource = review.path("spec").path("resourceAttributes");
        String namespace = Json.text(resource, "namespace");
        if (resource.isObject() && !namespace.equals(Json.text(review.path("metadata"), "namespace"))) {
            errors.add(FieldError.invalid(
                    RESOURCE + ".namespace", FieldError.quoted(namespace), "must match metadata.namespace"));
        }
        JsonNode other = review.path("spec").path("nonResourceAttributes");
        if (other.isObject()) {
            errors.add(FieldError.invalid(NON_RESOURCE, shown(other), "disallowed on this kind of request"));
        }
        reject("LocalSubjectAccessReview", errors);
    }

    private static List<FieldError> spec(ObjectNode review) {
        List<FieldError> errors = new ArrayList<>();
        JsonNode resource = review.path("spec").path("resourceAttributes");
        JsonNode other = review.path("spec").path("nonResourceAttributes");
        if (resource.isObject() && other.isObject()) {
            errors.add(FieldError.invalid(
                    NON_RESOURCE, shown(other), "cannot be specified in combination with resourceAttributes"));
        }
        if (!resource.isObject() && !other.isObject()) {
            errors.add(FieldError.invalid(
                    RESOURCE, "null", "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
        }
        return errors;
    }

    private static void someone(List<FieldError> errors, ObjectNode review) {
        JsonNode spec = review.path("spec");
        if (Json.text(spec, "user").isEmpty() && Json.strings(spec, "groups").isEmpty()) {
            errors.add(FieldError.invalid("spec.user", "\"\"", "at least one of user or group must be specified"));
        }
    }

    private static void selectors(List<FieldError> errors, ObjectNode review) {
        JsonNode resource = review.path("spec").path("resourceAttributes");
        for (String kind : List.of("fieldSelector", "labelSelector")) {
            JsonNode selector = resource.path(kind);
            if (!selector.isObject()) {
                continue;
            }
            String path = RESOURCE + "." + kind;
            String raw = Json.text(selector, "rawSelector");
            boolean hasRequirements = !selector.path("requirements").isEmpty();
            if (!raw.isEmpty() && hasRequirements) {
                errors.add(FieldError.invalid(
                        path + ".rawSelector",
                        FieldError.quoted(raw),
                        "may not specified at the same time as requirements"));
            }
            if (raw.isEmpty() && !hasRequirements) {
                errors.add(FieldError.required(
                        path + ".requirements",
                        "when " + path + " is specified, requirements or rawSelector is required"));
            }
        }
    }

    private static void emptyMetadata(
            List<FieldError> errors, ObjectNode review, List<String> mayHave, String complaint) {
        if (!(review.path("metadata") instanceof ObjectNode metadata)) {
            return;
        }
        ObjectNode rest = metadata.deepCopy().remove(mayHave);
        // Older clients write the time of creation they do not know.
        if (rest.path("creationTimestamp").isNull()) {
            rest.remove("creationTimestamp");
        }
        if (!rest.isEmpty()) {
            errors.add(FieldError.invalid("metadata", metadata.toString(), complaint));
        }
    }

    /// The value as kube-apiserver prints it, which is by the names of its own fields.
    private static String shown(JsonNode nonResource) {
        return Json.object()
                .put("Path", Json.text(nonResource, "path"))
                .put("Verb", Json.text(nonResource, "verb"))
                .toString();
    }

    private static void reject(String kind, List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw ApiException.invalid(GROUP, kind, "", errors);
        }
    }
}
