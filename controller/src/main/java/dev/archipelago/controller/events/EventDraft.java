package dev.archipelago.controller.events;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.node.ObjectNode;

/// The Event to be written.
///
/// @param last the last occurrence
/// @param known whether the Event should exist already
record EventDraft(Key key, OccurredEvent last, Instant first, int count, boolean known) {

    ObjectNode event() {
        ObjectNode event = Json.object().put("apiVersion", "v1").put("kind", "Event");
        event.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
        event.set("involvedObject", last.subject().reference());
        event.putObject("source").put("component", last.source());
        return event.put("reportingComponent", last.source())
                .put("type", last.type())
                .put("reason", last.reason())
                .put("message", last.message())
                .put("firstTimestamp", text(first))
                .put("lastTimestamp", text(last.time()))
                .put("count", count);
    }

    /// The fields that differ from the previous occurrence.
    ObjectNode change() {
        return Json.object()
                .put("message", last.message())
                .put("lastTimestamp", text(last.time()))
                .put("count", count);
    }

    private static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
