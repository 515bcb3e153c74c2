package dev.archipelago.apiserver.objects;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The one JSON mapper. For bytes that this server wrote itself; what clients send goes through the decoder.
public final class Json {
    /// More than the decoders let in, so that whatever was stored can be read again.
    public static final int NESTING_DEPTH_MAX = 2000;

    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(NESTING_DEPTH_MAX)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ObjectNode parse(byte[] json) {
        return (ObjectNode) MAPPER.readTree(json);
    }

    public static byte[] bytes(JsonNode node) {
        return MAPPER.writeValueAsBytes(node);
    }
}
