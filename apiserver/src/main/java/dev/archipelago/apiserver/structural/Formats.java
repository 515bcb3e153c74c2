package dev.archipelago.apiserver.structural;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Finds formats in a schema that nothing checks.
public final class Formats {
    private Formats() {}

    /// In the order of the schema; one that comes twice is there twice.
    public static List<String> unrecognized(JsonNode schema) {
        List<String> formats = new ArrayList<>();
        collect(schema, formats);
        return formats;
    }

    private static void collect(JsonNode schema, List<String> formats) {
        String format = SchemaReader.text(schema, "format");
        if (!format.isEmpty() && !TextFormat.isRecognized(JsonType.of(SchemaReader.text(schema, "type")), format)) {
            formats.add(format);
        }
        for (String keyword : List.of("items", "not", "additionalProperties")) {
            if (schema.path(keyword).isObject()) {
                collect(schema.path(keyword), formats);
            }
        }
        for (String keyword : List.of("allOf", "anyOf", "oneOf", "properties")) {
            for (JsonNode nested : schema.path(keyword)) {
                collect(nested, formats);
            }
        }
    }
}
