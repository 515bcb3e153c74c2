package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.plan.Action;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Compares and writes statuses.
public final class Statuses {
    private Statuses() {}

    /// Sets a count; zero is left out.
    public static void putCount(ObjectNode status, String field, int count) {
        if (count != 0) {
            status.put(field, count);
        }
    }

    /// The status update; empty when the status is unchanged.
    ///
    /// @param known the current status
    public static <T extends ApiObject> Optional<Action> write(
            Kind<T> kind, T object, JsonNode known, ObjectNode wanted) {
        if (same(known, wanted)) {
            return Optional.empty();
        }
        ObjectNode tree = object.tree();
        tree.set("status", wanted);
        return Optional.of(new Action.Update(kind, tree, "status"));
    }

    /// Whether two statuses are equal. Zero and an absent count are equal.
    public static boolean same(JsonNode known, ObjectNode wanted) {
        return counted(known).equals(counted(wanted));
    }

    /// Normalises numbers, whose node type depends on whether they were parsed or set.
    private static ObjectNode counted(JsonNode status) {
        ObjectNode counted = Json.object();
        status.properties().forEach(field -> {
            if (!field.getValue().isNumber()) {
                counted.set(field.getKey(), field.getValue());
            } else if (field.getValue().asLong() != 0) {
                counted.put(field.getKey(), field.getValue().asLong());
            }
        });
        return counted;
    }
}
