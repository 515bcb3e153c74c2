package dev.archipelago.api.objects;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The one JSON mapper, for bytes that this server wrote itself; what clients send goes through the decoder. And ways
/// to read and write trees: what is absent or of another type reads as empty.
public final class Json {
    /// More than the decoders let in, so that whatever was stored can be read again.
    public static final int NESTING_DEPTH_MAX = 2000;

    /// Makes all nodes, those of objects with a [FieldMap].
    public static final JsonNodeFactory NODES = new JsonNodeFactory() {
        private static final long serialVersionUID = 1;

        @Override
        public ObjectNode objectNode() {
            return new ObjectNode(this, new FieldMap());
        }
    };

    /// Without the table in which Jackson keeps all names it has seen: that is copied for each document with a new
    /// one, and in managedFields, where names contain addresses and uids, nearly each has.
    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(NESTING_DEPTH_MAX)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .nodeFactory(NODES)
            .build();

    private Json() {}

    public static ObjectNode object() {
        return NODES.objectNode();
    }

    /// The very same object. Versions of an object share the subtrees in which they do not differ, so that this is all
    /// that has to be asked of most.
    @SuppressWarnings("ReferenceEquality") // identity is the question here
    public static boolean identical(@Nullable Object a, @Nullable Object b) {
        return a == b;
    }

    public static ObjectNode parse(byte[] json) {
        return (ObjectNode) MAPPER.readTree(json);
    }

    /// The same for those who only look at it: without `metadata.managedFields`, which is half of most objects.
    public static ObjectNode parseBrief(byte[] json) {
        try (JsonParser parser = MAPPER.createParser(json)) {
            parser.nextToken();
            return objectWithout(parser, "", true);
        }
    }

    /// An object's apiVersion, kind and metadata, as [#parseBrief] has them, and nothing that follows.
    public static ObjectNode parseHead(byte[] json) {
        try (JsonParser parser = MAPPER.createParser(json)) {
            parser.nextToken();
            ObjectNode head = object();
            while (!head.has("metadata") && parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                head.set(
                        name,
                        name.equals("metadata")
                                ? objectWithout(parser, "managedFields", false)
                                : parser.<JsonNode>readValueAsTree());
            }
            return head;
        }
    }

    /// The same but for one field of the object.
    public static ObjectNode parseWithout(byte[] json, String field) {
        try (JsonParser parser = MAPPER.createParser(json)) {
            parser.nextToken();
            return objectWithout(parser, field, false);
        }
    }

    private static ObjectNode objectWithout(JsonParser parser, String omitted, boolean brief) {
        ObjectNode object = object();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals(omitted)) {
                parser.skipChildren();
            } else if (brief && name.equals("metadata") && value == JsonToken.START_OBJECT) {
                object.set(name, objectWithout(parser, "managedFields", false));
            } else {
                object.set(name, parser.<JsonNode>readValueAsTree());
            }
        }
        return object;
    }

    public static byte[] bytes(JsonNode node) {
        return MAPPER.writeValueAsBytes(node);
    }

    public static ArrayNode array(Iterable<String> values) {
        ArrayNode array = NODES.arrayNode();
        for (String value : values) {
            array.add(value);
        }
        return array;
    }

    public static String text(JsonNode parent, String field) {
        return parent.path(field).stringValue("");
    }

    /// The strings of a list field; elements of other types are left out.
    public static List<String> strings(JsonNode parent, String field) {
        return strings(parent.path(field));
    }

    private static List<String> strings(JsonNode list) {
        if (!list.isArray() || list.isEmpty()) {
            return List.of();
        }
        List<String> strings = new ArrayList<>(list.size());
        for (JsonNode element : list) {
            if (element.isString()) {
                strings.add(element.stringValue());
            }
        }
        return Collections.unmodifiableList(strings);
    }

    /// A map of string lists, as `extra` of a user is.
    public static Map<String, List<String>> stringLists(JsonNode parent, String field) {
        Map<String, List<String>> lists = new TreeMap<>();
        parent.path(field).forEachEntry((key, list) -> lists.put(key, strings(list)));
        return lists;
    }

    /// The object in a field, put there first if it is not yet an object.
    public static ObjectNode child(ObjectNode parent, String field) {
        return parent.get(field) instanceof ObjectNode existing ? existing : parent.putObject(field);
    }
}
