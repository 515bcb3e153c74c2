package dev.archipelago.apiserver.admission.webhook;

import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.authn.IdentityReviews;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.model.kinds.ResourceKind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Writes the AdmissionReview that a webhook is sent.
final class Review {
    private Review() {}

    static ObjectNode of(AdmissionRequest request, String uid, String reviewVersion) {
        ObjectNode review =
                Json.object().put("kind", "AdmissionReview").put("apiVersion", "admission.k8s.io/" + reviewVersion);
        ObjectNode body = review.putObject("request").put("uid", uid);
        describe(request, body);
        putServed(body, "object", request.resource(), request.object());
        putServed(body, "oldObject", request.resource(), request.old());
        return review;
    }

    /// What is to be known about a write besides the object.
    static void describe(AdmissionRequest request, ObjectNode body) {
        ResourceKind kind = request.resource().kind();
        for (String field : new String[] {"kind", "requestKind"}) {
            body.putObject(field)
                    .put("group", kind.group())
                    .put("version", kind.version())
                    .put("kind", kind.kind());
        }
        for (String field : new String[] {"resource", "requestResource"}) {
            body.putObject(field)
                    .put("group", kind.group())
                    .put("version", kind.version())
                    .put("resource", kind.resource());
        }
        if (!request.subresource().isEmpty()) {
            body.put("subResource", request.subresource()).put("requestSubResource", request.subresource());
        }
        if (!request.name().isEmpty()) {
            body.put("name", request.name());
        }
        if (!request.namespace().isEmpty()) {
            body.put("namespace", request.namespace());
        }
        body.put("operation", request.operation().name());
        body.set("userInfo", IdentityReviews.user(request.user()));
        body.put("dryRun", request.dryRun());
        body.putObject("options")
                .put("apiVersion", "meta.k8s.io/v1")
                .put(
                        "kind",
                        switch (request.operation()) {
                            case CREATE -> "CreateOptions";
                            case UPDATE -> "UpdateOptions";
                            case DELETE -> "DeleteOptions";
                            case CONNECT -> "ConnectOptions";
                        });
    }

    private static void putServed(ObjectNode body, String field, ServedResource resource, @Nullable ObjectNode object) {
        if (object == null) {
            body.putNull(field);
        } else {
            body.set(field, resource.served(object));
        }
    }
}
