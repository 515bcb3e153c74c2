package dev.archipelago.apiserver.decode;

import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A parsed JSON object, and which of its keys came more than once.
///
/// @param duplicates paths such as `spec.replicas`, in the order of their second appearance
public record JsonTree(ObjectNode root, List<String> duplicates) {
    private static final int NESTING_DEPTH_MAX = 500;
    private static final int DUPLICATES_MAX = 100;
    private static final JsonNodeFactory NODES = Json.NODES;
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(NESTING_DEPTH_MAX)
                    .maxNumberLength(400)
                    .build())
            .build();

    static JsonTree parse(byte[] json) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            JsonTree tree = new Reader(parser).read();
            LoneSurrogates.replace(tree.root, json);
            return tree;
        } catch (JacksonException e) {
            throw new UnfitException(e.getOriginalMessage());
        }
    }

    private static final class Reader {
        private final JsonParser parser;
        private final Position position = new Position();
        private final List<String> duplicates = new ArrayList<>(0);

        Reader(JsonParser parser) {
            this.parser = parser;
        }

        JsonTree read() {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new UnfitException("unexpected end of JSON input");
            }
            if (first != JsonToken.START_OBJECT) {
                throw new UnfitException("a JSON object is expected");
            }
            ObjectNode root = object();
            if (parser.nextToken() != null) {
                throw new UnfitException("invalid character after top-level value");
            }
            return new JsonTree(root, duplicates);
        }

        private ObjectNode object() {
            ObjectNode object = NODES.objectNode();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                position.enter(null, name);
                JsonNode replaced = object.replace(name, value(parser.nextToken()));
                if (replaced != null && duplicates.size() < DUPLICATES_MAX) {
                    duplicates.add(position.path());
                }
                position.leave();
            }
            return object;
        }

        private ArrayNode array() {
            ArrayNode array = NODES.arrayNode();
            int index = 0;
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                position.enter(index++);
                array.add(value(token));
                position.leave();
            }
            return array;
        }

        private JsonNode value(@Nullable JsonToken token) {
            return switch (token) {
                case START_OBJECT -> object();
                case START_ARRAY -> array();
                case VALUE_STRING -> NODES.stringNode(parser.getString());
                case VALUE_TRUE -> NODES.booleanNode(true);
                case VALUE_FALSE -> NODES.booleanNode(false);
                case VALUE_NULL -> NODES.nullNode();
                case VALUE_NUMBER_INT -> integer();
                case VALUE_NUMBER_FLOAT -> decimal();
                case null, default -> throw new UnfitException("unexpected end of JSON input");
            };
        }

        private JsonNode integer() {
            return switch (parser.getNumberType()) {
                case INT -> NODES.numberNode(parser.getIntValue());
                case LONG -> NODES.numberNode(parser.getLongValue());
                case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> NODES.numberNode(parser.getBigIntegerValue());
            };
        }

        private JsonNode decimal() {
            double number = parser.getDoubleValue();
            if (Double.isInfinite(number)) {
                throw new UnfitException("number " + parser.getString() + " is out of range");
            }
            return NODES.numberNode(number);
        }
    }
}
