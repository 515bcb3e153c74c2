package dev.archipelago.apiserver.admission.webhook;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.matching.RequestDescription;
import dev.archipelago.apiserver.catalog.ServedResource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Writes the AdmissionReview that a webhook is sent.
final class Review {
    private Review() {}

    /// @param matched the version of the resource that the webhook asked for
    static ObjectNode of(AdmissionRequest request, ServedResource matched, String uid, String reviewVersion) {
        ObjectNode review =
                Json.object().put("kind", "AdmissionReview").put("apiVersion", "admission.k8s.io/" + reviewVersion);
        ObjectNode body = review.putObject("request").put("uid", uid);
        RequestDescription.describe(request, matched, body);
        putServed(body, "object", matched, request.object());
        putServed(body, "oldObject", matched, request.old());
        return review;
    }

    private static void putServed(ObjectNode body, String field, ServedResource resource, @Nullable ObjectNode object) {
        if (object == null) {
            body.putNull(field);
        } else {
            body.set(field, resource.served(object));
        }
    }
}
