package dev.archipelago.controller.events;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.controller.plan.EventNote;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// An event that has occurred, without its object, which may be large.
record OccurredEvent(String source, Subject subject, boolean warning, String reason, String message, Instant time) {
    private static final int MESSAGE_LENGTH_MAX = 1024;

    /// A reference to the object it is about.
    record Subject(String apiVersion, String kind, String namespace, String name, String uid, String resourceVersion) {

        ObjectNode reference() {
            ObjectNode reference = Json.object()
                    .put("apiVersion", apiVersion)
                    .put("kind", kind)
                    .put("name", name)
                    .put("uid", uid);
            if (!namespace.isEmpty()) {
                reference.put("namespace", namespace);
            }
            return reference.put("resourceVersion", resourceVersion);
        }
    }

    static OccurredEvent of(String source, EventNote note, Instant time) {
        ApiObject about = note.about();
        String message = note.message();
        return new OccurredEvent(
                source,
                new Subject(
                        note.kind().apiVersion(),
                        note.kind().name(),
                        about.namespace(),
                        about.name(),
                        about.uid(),
                        Long.toString(about.resourceVersion())),
                note.warning(),
                note.reason(),
                message.length() <= MESSAGE_LENGTH_MAX ? message : message.substring(0, MESSAGE_LENGTH_MAX),
                time);
    }

    OccurredEvent saying(String otherMessage) {
        return new OccurredEvent(source, subject, warning, reason, otherMessage, time);
    }

    String type() {
        return warning ? "Warning" : "Normal";
    }
}
