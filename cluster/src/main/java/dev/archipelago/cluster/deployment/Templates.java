package dev.archipelago.cluster.deployment;

import dev.archipelago.api.objects.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Pod templates with and without the hash label.
final class Templates {
    static final String HASH_LABEL = "pod-template-hash";

    private Templates() {}

    /// Whether two templates are equal apart from the label.
    static boolean same(ObjectNode one, ObjectNode other) {
        return one.path("spec").equals(other.path("spec"))
                && without(one).path("metadata").equals(without(other).path("metadata"));
    }

    /// A template without the label. It shares content with the argument.
    static ObjectNode without(ObjectNode template) {
        ObjectNode bare = Json.object();
        bare.setAll(template);
        ObjectNode metadata = bare.putObject("metadata");
        for (var field : template.path("metadata").properties()) {
            if (!field.getKey().equals("labels") && !field.getKey().equals("creationTimestamp")) {
                metadata.set(field.getKey(), field.getValue());
            }
        }
        ObjectNode labels = Json.object();
        for (var label : template.path("metadata").path("labels").properties()) {
            if (!label.getKey().equals(HASH_LABEL)) {
                labels.set(label.getKey(), label.getValue());
            }
        }
        if (!labels.isEmpty()) {
            metadata.set("labels", labels);
        }
        return bare;
    }

    /// A copy of a template with the label.
    static ObjectNode with(JsonNode template, String hash) {
        ObjectNode marked = (ObjectNode) template.deepCopy();
        marked.withObjectProperty("metadata").withObjectProperty("labels").put(HASH_LABEL, hash);
        return marked;
    }
}
