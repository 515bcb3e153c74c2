package dev.archipelago.apiserver.builtin;

import dev.archipelago.apiserver.catalog.Conversion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `events.k8s.io/v1` events are core events with other names for some fields.
final class EventConversion implements Conversion {
    private record Rename(String served, String stored) {}

    private static final List<Rename> RENAMES = List.of(
            new Rename("regarding", "involvedObject"),
            new Rename("note", "message"),
            new Rename("deprecatedSource", "source"),
            new Rename("deprecatedFirstTimestamp", "firstTimestamp"),
            new Rename("deprecatedLastTimestamp", "lastTimestamp"),
            new Rename("deprecatedCount", "count"),
            new Rename("reportingController", "reportingComponent"));

    @Override
    public ObjectNode toStorage(ObjectNode served) {
        served.put("apiVersion", "v1");
        RENAMES.forEach(rename -> move(served, rename.served(), rename.stored()));
        return served;
    }

    @Override
    public ObjectNode fromStorage(ObjectNode stored) {
        stored.put("apiVersion", "events.k8s.io/v1");
        RENAMES.forEach(rename -> move(stored, rename.stored(), rename.served()));
        return stored;
    }

    private static void move(ObjectNode object, String from, String to) {
        @Nullable JsonNode value = object.remove(from);
        if (value != null) {
            object.set(to, value);
        }
    }
}
