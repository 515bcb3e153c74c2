package dev.archipelago.api.patch;

import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// JSON in tests, with the quotes that are easy to read in Java: `{a: 'b'}`.
public final class TestingJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES, JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES)
            .build();

    private TestingJson() {}

    public static JsonNode json(String text) {
        return MAPPER.readTree(text);
    }

    public static ObjectNode object(String text) {
        return (ObjectNode) json(text);
    }
}
