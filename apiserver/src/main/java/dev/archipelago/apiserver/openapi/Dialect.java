package dev.archipelago.apiserver.openapi;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The two versions of OpenAPI differ in where definitions live, in what may stand beside a reference, and in whether
/// a value may have one of several types.
enum Dialect {
    V2("#/definitions/"),
    V3("#/components/schemas/");

    private final String referencePrefix;

    Dialect(String referencePrefix) {
        this.referencePrefix = referencePrefix;
    }

    ObjectNode reference(String definition) {
        return JsonNodeFactory.instance.objectNode().put("$ref", referencePrefix + definition);
    }

    /// A reference that can be given a description and other attributes.
    ObjectNode extensibleReference(String definition) {
        return switch (this) {
            case V2 -> reference(definition);
            case V3 -> {
                ObjectNode node = JsonNodeFactory.instance.objectNode();
                node.putArray("allOf").add(reference(definition));
                yield node;
            }
        };
    }

    ObjectNode eitherType(String format, String first, String second) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (!format.isEmpty()) {
            node.put("format", format);
        }
        switch (this) {
            case V2 -> node.put("type", "string");
            case V3 -> {
                var alternatives = node.putArray("oneOf");
                alternatives.addObject().put("type", first);
                alternatives.addObject().put("type", second);
            }
        }
        return node;
    }
}
