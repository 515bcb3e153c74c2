package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.objects.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The Kubernetes `Status` object.
final class StatusBody {
    private StatusBody() {}

    static ObjectNode failure(ApiException e) {
        ObjectNode status = start("Failure");
        if (!e.continueToken().isEmpty()) {
            status.withObjectProperty("metadata").put("continue", e.continueToken());
        }
        status.put("message", e.getMessage()).put("reason", e.reason().text());
        ApiException.Details details = e.details();
        if (!details.equals(ApiException.Details.NONE)) {
            status.set("details", details(details));
        }
        return status.put("code", e.reason().code());
    }

    /// What a completed delete is answered with.
    static ObjectNode deleted(String group, String resource, String name, String uid) {
        ObjectNode status = start("Success");
        ObjectNode details = status.putObject("details").put("name", name);
        if (!group.isEmpty()) {
            details.put("group", group);
        }
        details.put("kind", resource).put("uid", uid);
        return status;
    }

    static ObjectNode success(int code) {
        return start("Success").put("code", code);
    }

    private static ObjectNode start(String outcome) {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", outcome);
    }

    private static ObjectNode details(ApiException.Details details) {
        ObjectNode node = Json.object();
        putUnlessEmpty(node, "name", details.name());
        putUnlessEmpty(node, "group", details.group());
        putUnlessEmpty(node, "kind", details.kind());
        putUnlessEmpty(node, "uid", details.uid());
        if (!details.causes().isEmpty()) {
            ArrayNode causes = node.putArray("causes");
            for (Cause cause : details.causes()) {
                ObjectNode entry = causes.addObject();
                putUnlessEmpty(entry, "reason", cause.reason());
                entry.put("message", cause.message());
                putUnlessEmpty(entry, "field", cause.field());
            }
        }
        if (details.retryAfterSeconds() > 0) {
            node.put("retryAfterSeconds", details.retryAfterSeconds());
        }
        return node;
    }

    private static void putUnlessEmpty(ObjectNode node, String field, String value) {
        if (!value.isEmpty()) {
            node.put(field, value);
        }
    }
}
