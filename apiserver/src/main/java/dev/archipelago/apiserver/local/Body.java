package dev.archipelago.apiserver.local;

import dev.archipelago.api.objects.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/// A copy of a request object with numbers in the form that the JSON parser gives them.
///
/// The parser uses the smallest node type for a number, and nodes of different types are never equal. Without the
/// copy, an update without changes would seem to change every number that its writer holds as a long.
final class Body {
    private Body() {}

    static ObjectNode of(ObjectNode object) {
        ObjectNode copy = Json.object();
        object.properties().forEach(field -> copy.set(field.getKey(), node(field.getValue())));
        return copy;
    }

    private static JsonNode node(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> of(object);
            case ArrayNode array -> {
                ArrayNode copy = Json.NODES.arrayNode(array.size());
                array.forEach(element -> copy.add(node(element)));
                yield copy;
            }
            default -> node.isLong() && node.canConvertToInt() ? IntNode.valueOf(node.intValue()) : node;
        };
    }
}
