package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.structural.SchemaNode;
import dev.archipelago.apiserver.structural.StructuralSchema;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The schema of what rules see of metadata.
final class Metadata {
    static final SchemaNode TEXT = read(text());
    static final SchemaNode NODE = read(names());

    private Metadata() {}

    private static ObjectNode text() {
        return JsonNodeFactory.instance.objectNode().put("type", "string");
    }

    private static ObjectNode names() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        schema.putObject("properties").setAll(properties());
        return schema;
    }

    private static ObjectNode properties() {
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        properties.set("name", text());
        properties.set("generateName", text());
        return properties;
    }

    private static SchemaNode read(ObjectNode schema) {
        return StructuralSchema.of(schema, CelRules.factory()).root();
    }
}
