package dev.archipelago.apiserver.admission.matching;

import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import dev.archipelago.apiserver.authn.IdentityReviews;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.model.kinds.GroupVersionKind;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.kinds.Subresource;
import tools.jackson.databind.node.ObjectNode;

/// What is to be known about a write besides the object: the `request` of an AdmissionReview.
public final class RequestDescription {
    private RequestDescription() {}

    /// Describes a request.
    ///
    /// @param matched the version of the resource that whoever is asked means
    /// @param body takes the fields
    public static void describe(AdmissionRequest request, ServedResource matched, ObjectNode body) {
        putKind(body, request, "kind", "resource", matched.kind());
        if (!request.subresource().isEmpty()) {
            body.put("subResource", request.subresource());
        }
        putKind(
                body,
                request,
                "requestKind",
                "requestResource",
                request.resource().kind());
        if (!request.subresource().isEmpty()) {
            body.put("requestSubResource", request.subresource());
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

    /// What is posted to a subresource is of a kind of its own.
    private static GroupVersionKind sent(AdmissionRequest request, ResourceKind kind) {
        boolean posted = request.operation() == Operation.CREATE || request.operation() == Operation.CONNECT;
        return kind.subresource(request.subresource())
                .filter(subresource -> posted)
                .map(Subresource::groupVersionKind)
                .orElse(kind.groupVersionKind());
    }

    private static void putKind(
            ObjectNode body, AdmissionRequest request, String kindField, String resourceField, ResourceKind kind) {
        GroupVersionKind sent = sent(request, kind);
        body.putObject(kindField)
                .put("group", sent.group())
                .put("version", sent.version())
                .put("kind", sent.kind());
        body.putObject(resourceField)
                .put("group", kind.group())
                .put("version", kind.version())
                .put("resource", kind.resource());
    }
}
