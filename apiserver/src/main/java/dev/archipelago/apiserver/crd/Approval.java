package dev.archipelago.apiserver.crd;

import dev.archipelago.apiserver.structural.SchemaText;
import java.net.URI;
import java.net.URISyntaxException;
import tools.jackson.databind.JsonNode;

/// The groups of Kubernetes itself, in which a definition has to say that it may be there.
final class Approval {
    private static final String ANNOTATION = "api-approved.kubernetes.io";
    private static final String FIELD = "metadata.annotations[" + ANNOTATION + "]";
    private static final String SEE = ", see https://github.com/kubernetes/enhancements/pull/1111";

    enum State {
        APPROVED,
        BYPASSED,
        MISSING,
        INVALID
    }

    private Approval() {}

    static boolean isNeeded(JsonNode definition) {
        String group = Json.text(definition.path("spec"), "group");
        return group.equals("k8s.io")
                || group.endsWith(".k8s.io")
                || group.equals("kubernetes.io")
                || group.endsWith(".kubernetes.io");
    }

    static State state(JsonNode definition) {
        String annotation = annotation(definition);
        if (annotation.isEmpty()) {
            return State.MISSING;
        }
        if (annotation.startsWith("unapproved")) {
            return State.BYPASSED;
        }
        try {
            URI uri = new URI(annotation);
            return uri.getScheme() != null && uri.getRawAuthority() != null ? State.APPROVED : State.INVALID;
        } catch (URISyntaxException e) {
            return State.INVALID;
        }
    }

    private static String annotation(JsonNode definition) {
        return definition.path("metadata").path("annotations").path(ANNOTATION).stringValue("");
    }

    static String explain(JsonNode definition) {
        String annotation = annotation(definition);
        String wanted = "protected groups must have approval annotation " + SchemaText.quoted(ANNOTATION);
        return switch (state(definition)) {
            case APPROVED -> "approved in " + annotation;
            case BYPASSED -> "not approved: " + SchemaText.quoted(annotation);
            case MISSING -> wanted + SEE;
            case INVALID -> wanted + " with either a URL or a reason starting with \"unapproved\"" + SEE;
        };
    }

    static void validate(JsonNode definition, Errors errors) {
        if (!isNeeded(definition)) {
            return;
        }
        switch (state(definition)) {
            case APPROVED, BYPASSED -> {}
            case MISSING -> errors.required(FIELD, explain(definition));
            case INVALID -> errors.invalid(FIELD, annotation(definition), explain(definition));
        }
    }

    /// What was not approved before need not be now.
    static void validateUpdate(JsonNode current, JsonNode updated, Errors errors) {
        if (state(current) != state(updated)) {
            validate(updated, errors);
        }
    }
}
