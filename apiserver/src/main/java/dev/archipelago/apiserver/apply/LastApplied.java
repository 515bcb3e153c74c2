package dev.archipelago.apiserver.apply;

import dev.archipelago.api.objects.Json;
import dev.archipelago.model.schema.Struct;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The annotation in which kubectl's client-side apply keeps its last configuration. It lets objects go over to
/// server-side apply: what kubectl set on the client's side is no conflict for it, and the annotation is kept up
/// to date for those who go back.
final class LastApplied {
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
    private static final String KUBECTL = "kubectl";

    /// As Kubernetes: keys and values together.
    private static final int ANNOTATIONS_BYTES_MAX = 256 * 1024;

    private static final JsonMapper JSON = new JsonMapper();

    private LastApplied() {}

    /// The fields that kubectl may take from others because its own last configuration set them to what they are.
    static FieldSet allowedConflicts(ObjectNode live, Struct schema, Manager manager) {
        @Nullable JsonNode annotation = annotations(live).get(ANNOTATION);
        if (!manager.name().equals(KUBECTL) || annotation == null) {
            return FieldSet.EMPTY;
        }
        try {
            if (JSON.readTree(annotation.asString("")) instanceof ObjectNode last
                    && last.path("apiVersion").asString("").equals(manager.apiVersion())) {
                FieldComparison comparison = FieldSets.compare(last, live, schema);
                return FieldSets.of(last, schema)
                        .difference(comparison.changed())
                        .difference(comparison.removed());
            }
        } catch (JacksonException malformed) {
            // Anyone can write the annotation; one that is no object allows nothing.
        }
        return FieldSet.EMPTY;
    }

    /// Writes what kubectl applied into the annotation, if the object has it.
    static ObjectNode updated(ObjectNode object, ObjectNode applied, Manager manager) {
        JsonNode annotations = annotations(object);
        @Nullable JsonNode annotation = annotations.get(ANNOTATION);
        if (!manager.name().equals(KUBECTL)
                || annotation == null
                || annotation.asString("").isEmpty()) {
            return object;
        }
        String configuration = sorted(withoutAnnotation(applied)) + "\n";
        if (annotation.asString("").equals(configuration)) {
            return object;
        }
        ObjectNode changed = copy((ObjectNode) annotations).put(ANNOTATION, configuration);
        if (size(changed) > ANNOTATIONS_BYTES_MAX) {
            changed.remove(ANNOTATION);
        }
        return with(object, changed);
    }

    private static JsonNode annotations(ObjectNode object) {
        return object.path("metadata").path("annotations");
    }

    private static ObjectNode withoutAnnotation(ObjectNode applied) {
        return annotations(applied) instanceof ObjectNode annotations && annotations.has(ANNOTATION)
                ? with(applied, copy(annotations).without(ANNOTATION))
                : applied;
    }

    private static ObjectNode with(ObjectNode object, ObjectNode annotations) {
        ObjectNode metadata = copy((ObjectNode) object.path("metadata"));
        metadata.set("annotations", annotations);
        return copy(object).set("metadata", metadata);
    }

    private static ObjectNode copy(ObjectNode object) {
        return Json.object().setAll(object);
    }

    private static long size(ObjectNode annotations) {
        long size = 0;
        for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
            size += annotation.getKey().getBytes(StandardCharsets.UTF_8).length;
            size += annotation.getValue().asString("").getBytes(StandardCharsets.UTF_8).length;
        }
        return size;
    }

    private static JsonNode sorted(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                Map<String, JsonNode> fields = new TreeMap<>();
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    fields.put(field.getKey(), sorted(field.getValue()));
                }
                yield Json.object().setAll(fields);
            }
            case ArrayNode array -> {
                ArrayNode items = new ArrayNode(Json.NODES, array.size());
                for (JsonNode item : array) {
                    items.add(sorted(item));
                }
                yield items;
            }
            default -> node;
        };
    }
}
