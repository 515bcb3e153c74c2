package dev.archipelago.apiserver.structural;

import dev.archipelago.api.objects.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Says whether defaulting would leave the JSON of an object as it is, without building its tree: nearly all stored
/// objects have their defaults, since they were given them when they were written.
final class DefaultsScan {
    private final JsonParser parser;

    private DefaultsScan(JsonParser parser) {
        this.parser = parser;
    }

    static boolean isComplete(SchemaNode root, byte[] json) {
        if (!root.below().defaults()) {
            return true;
        }
        try (JsonParser parser = Json.MAPPER.createParser(json)) {
            return new DefaultsScan(parser).isComplete(root, parser.nextToken());
        }
    }

    private boolean isComplete(SchemaNode node, @Nullable JsonToken value) {
        if (value == JsonToken.START_OBJECT) {
            return isCompleteObject(node);
        }
        if (value == JsonToken.START_ARRAY) {
            return isCompleteList(node);
        }
        return true;
    }

    private boolean isCompleteObject(SchemaNode node) {
        int defaulted = 0;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            SchemaNode schema = node.field(name);
            JsonToken value = parser.nextToken();
            if (schema == null || !schema.below().defaults()) {
                parser.skipChildren();
                continue;
            }
            boolean isNull = value == JsonToken.VALUE_NULL;
            if ((isNull && !schema.nullable()) || !isComplete(schema, value)) {
                return false;
            }
            if (schema.defaultValue() != null && node.properties().containsKey(name)) {
                defaulted++;
            }
        }
        return defaulted == defaultedProperties(node);
    }

    private boolean isCompleteList(SchemaNode node) {
        SchemaNode items = node.items();
        if (items == null || !items.below().defaults()) {
            parser.skipChildren();
            return true;
        }
        for (JsonToken value = parser.nextToken(); value != JsonToken.END_ARRAY; value = parser.nextToken()) {
            if ((value == JsonToken.VALUE_NULL && items.isDefaultedWhenNull()) || !isComplete(items, value)) {
                return false;
            }
        }
        return true;
    }

    private static int defaultedProperties(SchemaNode node) {
        int count = 0;
        for (Map.Entry<String, SchemaNode> property : node.properties().entrySet()) {
            if (property.getValue().defaultValue() != null) {
                count++;
            }
        }
        return count;
    }
}
