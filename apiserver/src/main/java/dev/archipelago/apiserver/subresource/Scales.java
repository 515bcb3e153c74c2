package dev.archipelago.apiserver.subresource;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.catalog.ScalePaths;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.registry.Change;
import dev.archipelago.apiserver.registry.Ownership;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The scale subresource: a small object with the number of replicas, wanted and there.
public final class Scales {
    private Scales() {}

    /// The Scale of an object.
    public static ObjectNode of(ServedResource resource, ObjectNode object) {
        ScalePaths paths = resource.scale().orElseThrow();
        ObjectNode scale = Json.object().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = scale.putObject("metadata");
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            if (object.path("metadata").has(field)) {
                metadata.set(field, object.path("metadata").get(field));
            }
        }
        scale.putObject("spec").put("replicas", paths.specReplicas(object).asInt(0));
        ObjectNode status = scale.putObject("status");
        status.put("replicas", paths.statusReplicas(object).asInt(0));
        String selector = selectorText(paths.selector(object));
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return scale;
    }

    private static String selectorText(JsonNode selector) {
        if (selector.isString()) {
            return selector.asString();
        }
        if (!selector.isObject()) {
            return "";
        }
        boolean structured = selector.has("matchLabels") || selector.has("matchExpressions") || selector.isEmpty();
        JsonNode full = structured ? selector : Json.object().set("matchLabels", selector);
        return LabelSelector.of(full).toString();
    }

    /// Changes the number of replicas as told by a function from the current Scale to the next.
    public static Change change(ServedResource resource, UnaryOperator<ObjectNode> edit, Manager manager) {
        return new Change() {
            @Override
            public ObjectNode apply(ObjectNode current, Instant now) {
                ObjectNode scale = edit.apply(of(resource, current));
                JsonNode replicas = scale.path("spec").path("replicas");
                if (replicas.asInt(0) < 0) {
                    throw ApiException.invalid(
                            "autoscaling",
                            "Scale",
                            Meta.name(current),
                            List.of(FieldError.invalid(
                                    "spec.replicas", replicas.toString(), "must be greater than or equal to 0")));
                }
                ObjectNode updated = current.deepCopy();
                resource.scale().orElseThrow().setSpecReplicas(updated, replicas.asInt(0));
                Meta.copy(scale, updated, "resourceVersion");
                return updated;
            }

            @Override
            public void recordOwnership(ObjectNode current, ObjectNode updated, Instant now) {
                Ownership.update(resource, current, updated, manager, now);
            }

            @Override
            public boolean pinsVersion() {
                return false;
            }
        };
    }
}
