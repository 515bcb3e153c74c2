package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a write to an object or to one of its subresources may change. Everything else keeps its value, whatever the
/// client sent: that is how Kubernetes separates the rights on a subresource from those on the object.
final class WriteScope {
    private static final List<String> SYSTEM_METADATA = List.of(
            "uid",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "generation",
            "resourceVersion");

    private static final List<String> USER_METADATA = List.of("labels", "annotations", "finalizers", "ownerReferences");

    private WriteScope() {}

    /// Puts back into the updated object what the write may not change.
    static void limit(Target target, ObjectNode current, ObjectNode updated) {
        copy(SYSTEM_METADATA, current, updated);
        Meta.of(updated).remove("selfLink");
        switch (target.subresource()) {
            case "status" -> {
                keepAllBut("status", current, updated);
                copy(target.resource().rules().metadataKeptByStatus(), current, updated);
            }
            case "approval" -> {
                keepAllBut("status", current, updated);
                keepStatusButConditions(current, updated);
            }
            case "finalize" -> keepAllBut("spec", current, updated);
            case "binding" -> {}
            case "ephemeralcontainers" -> {
                copy(USER_METADATA, current, updated);
                keepSpecBut("ephemeralContainers", current, updated);
                replace("status", current, updated);
            }
            case "resize" -> {
                copy(USER_METADATA, current, updated);
                keepSpecButResources(target, current, updated);
                replace("status", current, updated);
            }
            default -> {
                if (target.resource().hasStatus()) {
                    replace("status", current, updated);
                }
            }
        }
    }

    private static void copy(Iterable<String> metadata, ObjectNode current, ObjectNode updated) {
        metadata.forEach(field -> Meta.copy(current, updated, field));
    }

    private static void keepAllBut(String changed, ObjectNode current, ObjectNode updated) {
        updated.retain("apiVersion", "kind", "metadata", changed);
        current.properties().forEach(field -> {
            if (!field.getKey().equals(changed) && !field.getKey().equals("metadata")) {
                updated.set(field.getKey(), field.getValue());
            }
        });
    }

    private static void keepStatusButConditions(ObjectNode current, ObjectNode updated) {
        @Nullable JsonNode conditions = updated.path("status").get("conditions");
        replace("status", current, updated);
        ObjectNode status = shallowCopy(updated.path("status"));
        set(status, "conditions", conditions);
        updated.set("status", status);
    }

    private static void keepSpecBut(String changed, ObjectNode current, ObjectNode updated) {
        ObjectNode spec = shallowCopy(current.path("spec"));
        set(spec, changed, updated.path("spec").get(changed));
        updated.set("spec", spec);
    }

    private static void keepSpecButResources(Target target, ObjectNode current, ObjectNode updated) {
        ObjectNode spec = shallowCopy(current.path("spec"));
        for (String list : List.of("containers", "initContainers")) {
            if (spec.get(list) instanceof ArrayNode containers) {
                spec.set(
                        list,
                        resized(target, list, containers, updated.path("spec").path(list)));
            } else if (!updated.path("spec").path(list).isEmpty()) {
                throw notTheSame(target, list);
            }
        }
        set(spec, "resources", updated.path("spec").get("resources"));
        updated.set("spec", spec);
    }

    private static ArrayNode resized(Target target, String list, ArrayNode containers, JsonNode wanted) {
        if (wanted.size() != containers.size()) {
            throw notTheSame(target, list);
        }
        ArrayNode resized = Json.NODES.arrayNode();
        for (int i = 0; i < containers.size(); i++) {
            if (!Json.text(containers.get(i), "name").equals(Json.text(wanted.get(i), "name"))) {
                throw notTheSame(target, list);
            }
            ObjectNode container = shallowCopy(containers.get(i));
            set(container, "resources", wanted.get(i).get("resources"));
            set(container, "resizePolicy", wanted.get(i).get("resizePolicy"));
            resized.add(container);
        }
        return resized;
    }

    private static ApiException notTheSame(Target target, String list) {
        FieldError error =
                FieldError.forbidden("spec." + list, "containers may not be added, removed, reordered or renamed");
        return ApiException.invalid(
                target.resource().group(), target.resource().kind().kind(), target.name(), List.of(error));
    }

    private static void replace(String field, ObjectNode current, ObjectNode updated) {
        set(updated, field, current.get(field));
    }

    private static void set(ObjectNode object, String field, @Nullable JsonNode value) {
        if (value == null) {
            object.remove(field);
        } else {
            object.set(field, value);
        }
    }

    private static ObjectNode shallowCopy(JsonNode object) {
        return object instanceof ObjectNode fields ? Json.object().setAll(fields) : Json.object();
    }
}
