package dev.archipelago.apiserver.protobuf;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.decode.LoneSurrogates;
import dev.archipelago.apiserver.protobuf.Shape.Leaf;
import java.time.Instant;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// Reads plain values in the form that they have in JSON.
final class LeafReader {
    private static final int NESTING_DEPTH_MAX = 100;
    private static final int NANOS_PER_SECOND = 1_000_000_000;
    /// 0001-01-01T00:00:00Z, which is Go's zero time
    private static final long FIRST_SECOND = -62_135_596_800L;
    /// 9999-12-31T23:59:59Z
    private static final long LAST_SECOND = 253_402_300_799L;
    private static final double WHOLE_MAX = 1e18;

    private static final JsonNodeFactory NODES = Json.NODES;
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(NESTING_DEPTH_MAX)
                            .build())
                    .build())
            .build();

    private final WireReader reader;

    LeafReader(WireReader reader) {
        this.reader = reader;
    }

    /// The value that begins here, in the wire type of the leaf; a null node for a time or JSON that is not set.
    JsonNode read(Leaf leaf) {
        return switch (leaf) {
            case STRING -> NODES.stringNode(reader.string());
            case BOOLEAN -> NODES.booleanNode(reader.varint() != 0);
            case INT32 -> NODES.numberNode((int) reader.varint());
            case INT64 -> integer(reader.varint());
            case DOUBLE -> number(Double.longBitsToDouble(reader.fixed64()));
            case BYTES -> NODES.stringNode(Base64.getEncoder().encodeToString(bytes()));
            case TIME -> time(false);
            case MICRO_TIME -> time(true);
            case QUANTITY -> quantity();
            case INT_OR_STRING -> intOrString();
            case ANY -> json();
        };
    }

    /// What a leaf is in a map whose entry does not have it.
    static JsonNode zero(Leaf leaf) {
        return switch (leaf) {
            case STRING, BYTES -> NODES.stringNode("");
            case BOOLEAN -> NODES.booleanNode(false);
            case INT32, INT64, DOUBLE, INT_OR_STRING -> NODES.numberNode(0);
            case QUANTITY -> NODES.stringNode("0");
            case TIME, MICRO_TIME, ANY -> NODES.nullNode();
        };
    }

    static boolean isZero(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> value.stringValue().isEmpty();
            case NUMBER -> value.doubleValue() == 0;
            case BOOLEAN -> !value.booleanValue();
            case NULL, MISSING -> true;
            case ARRAY, OBJECT, BINARY, POJO -> false;
        };
    }

    /// As the JSON parser does it, which chooses the node by the size of the number.
    private static JsonNode integer(long value) {
        return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }

    private static JsonNode number(double value) {
        if (!Double.isFinite(value)) {
            throw new MalformedProtobufException("unsupported value: " + value);
        }
        // JSON has whole numbers without a fraction.
        return Math.rint(value) == value && Math.abs(value) < WHOLE_MAX
                ? integer((long) value)
                : NODES.numberNode(value);
    }

    private byte[] bytes() {
        int outer = reader.enter();
        byte[] bytes = reader.rest();
        reader.leave(outer);
        return bytes;
    }

    /// Of a message with seconds and nanoseconds. An empty one is a time that is not set.
    private JsonNode time(boolean micros) {
        int outer = reader.enter();
        boolean unset = reader.atEnd();
        long seconds = 0;
        int nanos = 0;
        while (!reader.atEnd()) {
            int tag = reader.tag();
            switch (tag) {
                case 1 << 3 | WireReader.VARINT -> seconds = reader.varint();
                case 2 << 3 | WireReader.VARINT -> nanos = (int) reader.varint();
                default -> reader.skip(tag & 7);
            }
        }
        reader.leave(outer);
        if (seconds < FIRST_SECOND || seconds > LAST_SECOND || nanos < 0 || nanos >= NANOS_PER_SECOND) {
            throw new MalformedProtobufException("time is out of range");
        }
        if (unset || (seconds == FIRST_SECOND && (nanos == 0 || !micros))) {
            return NODES.nullNode();
        }
        String text = Instant.ofEpochSecond(seconds).toString();
        return NODES.stringNode(micros ? withMicros(text, nanos / 1000) : text);
    }

    private static String withMicros(String wholeSeconds, int micros) {
        String digits = String.valueOf(1_000_000 + micros);
        return wholeSeconds.substring(0, wholeSeconds.length() - 1) + '.' + digits.substring(1) + 'Z';
    }

    private JsonNode quantity() {
        int outer = reader.enter();
        String text = "0";
        while (!reader.atEnd()) {
            int tag = reader.tag();
            if (tag == (1 << 3 | WireReader.LENGTH)) {
                text = reader.string();
            } else {
                reader.skip(tag & 7);
            }
        }
        reader.leave(outer);
        return NODES.stringNode(text);
    }

    private JsonNode intOrString() {
        int outer = reader.enter();
        long type = 0;
        int number = 0;
        String text = "";
        while (!reader.atEnd()) {
            int tag = reader.tag();
            switch (tag) {
                case 1 << 3 | WireReader.VARINT -> type = reader.varint();
                case 2 << 3 | WireReader.VARINT -> number = (int) reader.varint();
                case 3 << 3 | WireReader.LENGTH -> text = reader.string();
                default -> reader.skip(tag & 7);
            }
        }
        reader.leave(outer);
        if (type != 0 && type != 1) {
            throw new MalformedProtobufException("neither a number nor a string, but of type " + type);
        }
        return type == 0 ? NODES.numberNode(number) : NODES.stringNode(text);
    }

    /// Of a message with JSON text as its only field.
    private JsonNode json() {
        int outer = reader.enter();
        byte[] text = {};
        while (!reader.atEnd()) {
            int tag = reader.tag();
            if (tag == (1 << 3 | WireReader.LENGTH)) {
                text = bytes();
            } else {
                reader.skip(tag & 7);
            }
        }
        reader.leave(outer);
        try {
            JsonNode tree = text.length == 0 ? NODES.nullNode() : JSON.readTree(text);
            LoneSurrogates.replace(tree, text);
            return tree;
        } catch (JacksonException e) {
            throw new MalformedProtobufException("not JSON: " + e.getOriginalMessage());
        }
    }
}
