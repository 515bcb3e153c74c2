package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.plan.Action;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes the status of objects.
public final class Statuses {
    private Statuses() {}

    /// Puts a count that is left out when there is nothing to count.
    public static void putCount(ObjectNode status, String field, int count) {
        if (count != 0) {
            status.put(field, count);
        }
    }

    /// What must be written for an object to have a status; nothing when it has it already.
    ///
    /// @param known the status that it has
    public static <T extends ApiObject> Optional<Action> write(
            Kind<T> kind, T object, JsonNode known, ObjectNode wanted) {
        if (same(known, wanted)) {
            return Optional.empty();
        }
        ObjectNode tree = object.tree();
        tree.set("status", wanted);
        return Optional.of(new Action.Update(kind, tree, "status"));
    }

    /// Whether two statuses say the same. Zero and nothing are the same count.
    public static boolean same(JsonNode known, ObjectNode wanted) {
        return counted(known).equals(counted(wanted));
    }

    /// Numbers are compared as such: those that were read and those that were put are kept differently.
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
