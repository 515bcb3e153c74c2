package dev.archipelago.apiserver.openapi;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A custom resource's own schema, made publishable: with the fields that every object has and, in version 2, without
/// what that version cannot say.
final class CustomDefinition {
    /// Version 2 has no words for these; a validator that does not know them is better told nothing.
    private static final List<String> UNKNOWN_TO_V2 = List.of("oneOf", "anyOf", "not", "allOf", "nullable", "default");

    private CustomDefinition() {}

    static ObjectNode of(JsonNode schema, Dialect dialect, String objectMeta) {
        if (!(schema.deepCopy() instanceof ObjectNode definition)) {
            throw new IllegalArgumentException("a schema is an object, not " + schema.getNodeType());
        }
        if (dialect == Dialect.V2) {
            simplify(definition);
        }
        // A definition without properties accepts everything; naming three fields would forbid all others.
        if (definition.get("properties") instanceof ObjectNode properties) {
            properties.putObject("apiVersion").put("type", "string");
            properties.putObject("kind").put("type", "string");
            properties.set("metadata", dialect.extensibleReference(objectMeta));
            for (String common : List.of("apiVersion", "kind", "metadata")) {
                ((ObjectNode) properties.path(common)).put("description", Descriptions.ofField("*", common));
            }
        }
        return definition;
    }

    private static void simplify(ObjectNode node) {
        boolean anything = node.path("x-kubernetes-preserve-unknown-fields").asBoolean(false)
                || node.path("nullable").asBoolean(false);
        if (anything) {
            node.remove(List.of("properties", "items", "additionalProperties", "required"));
        }
        if (anything || node.path("x-kubernetes-int-or-string").asBoolean(false)) {
            node.remove("type");
        }
        node.remove(UNKNOWN_TO_V2);
        if (node.get("properties") instanceof ObjectNode properties) {
            properties.forEach(CustomDefinition::simplifyIfObject);
        }
        simplifyIfObject(node.path("items"));
        simplifyIfObject(node.path("additionalProperties"));
    }

    private static void simplifyIfObject(JsonNode node) {
        if (node instanceof ObjectNode object) {
            simplify(object);
        }
        if (node instanceof ArrayNode several) {
            several.forEach(CustomDefinition::simplifyIfObject);
        }
    }
}
