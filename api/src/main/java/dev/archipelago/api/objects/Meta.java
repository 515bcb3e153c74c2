package dev.archipelago.api.objects;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads and writes the fields of `metadata` that the server itself minds.
public final class Meta {
    public static final String ORPHAN = "orphan";
    public static final String FOREGROUND = "foregroundDeletion";

    private Meta() {}

    public static ObjectNode of(ObjectNode object) {
        return object.get("metadata") instanceof ObjectNode metadata ? metadata : object.putObject("metadata");
    }

    public static String text(ObjectNode object, String field) {
        return object.path("metadata").path(field).asString("");
    }

    public static String name(ObjectNode object) {
        return text(object, "name");
    }

    public static String namespace(ObjectNode object) {
        return text(object, "namespace");
    }

    public static String uid(ObjectNode object) {
        return text(object, "uid");
    }

    public static long generation(ObjectNode object) {
        return object.path("metadata").path("generation").asLong(0);
    }

    public static boolean deleting(ObjectNode object) {
        return object.path("metadata").hasNonNull("deletionTimestamp");
    }

    public static List<String> finalizers(ObjectNode object) {
        List<String> finalizers = new ArrayList<>();
        for (JsonNode finalizer : object.path("metadata").path("finalizers")) {
            finalizers.add(finalizer.asString());
        }
        return finalizers;
    }

    public static void finalizers(ObjectNode object, List<String> finalizers) {
        ObjectNode metadata = of(object);
        if (finalizers.isEmpty()) {
            metadata.remove("finalizers");
            return;
        }
        ArrayNode array = metadata.putArray("finalizers");
        finalizers.forEach(array::add);
    }

    /// Copies a field of `metadata`, or its absence, from one object to another.
    public static void copy(ObjectNode from, ObjectNode to, String field) {
        @Nullable JsonNode value = from.path("metadata").get(field);
        if (value == null) {
            of(to).remove(field);
        } else {
            of(to).set(field, value);
        }
    }

    /// Kubernetes' timestamp: RFC 3339, UTC, whole seconds.
    public static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
