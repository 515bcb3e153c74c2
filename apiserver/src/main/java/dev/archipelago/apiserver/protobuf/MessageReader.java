package dev.archipelago.apiserver.protobuf;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.protobuf.Shape.Leaf;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads the messages of one body into a tree. As in protobuf, of a field that comes twice the later value
/// counts, and messages are merged.
final class MessageReader {
    private static final int DEPTH_MAX = 100;
    private static final int KEY = 1;
    private static final int VALUE = 2;

    /// A value takes 50 to 100 bytes in a tree and two in hostile bytes, so there may not be one for every two.
    private static final int BYTES_PER_VALUE = 4;

    private static final int SMALL_BODY_VALUES = 1000;
    private static final JsonNodeFactory NODES = Json.NODES;

    private final WireReader reader;
    private final LeafReader leaves;
    private int valuesLeft;
    private int depth;

    MessageReader(byte[] body, int start, int end) {
        this.reader = new WireReader(body, start, end);
        this.leaves = new LeafReader(reader);
        this.valuesLeft = SMALL_BODY_VALUES + (end - start) / BYTES_PER_VALUE;
    }

    /// Reads fields to the end of the innermost message.
    void read(Message message, ObjectNode into) {
        if (++depth > DEPTH_MAX) {
            throw new MalformedProtobufException("exceeded max depth " + DEPTH_MAX);
        }
        while (!reader.atEnd()) {
            int tag = reader.tag();
            int wireType = tag & 7;
            MessageField field = message.field(tag >>> 3);
            if (field == null) {
                reader.skip(wireType);
            } else {
                read(message, field, wireType, into);
            }
        }
        depth--;
    }

    private void read(Message message, MessageField field, int wireType, ObjectNode into) {
        switch (field.form()) {
            case ONE -> {
                expect(wireType(field.shape()), wireType, message, field);
                readOne(field, into);
            }
            case INLINE -> {
                expect(WireReader.LENGTH, wireType, message, field);
                readInside((Message) field.shape(), into);
            }
            case LIST -> readListed(message, field, wireType, into);
            case MAP -> {
                expect(WireReader.LENGTH, wireType, message, field);
                readEntry(message, field, into);
            }
        }
    }

    private void readOne(MessageField field, ObjectNode into) {
        if (field.shape() instanceof Message message
                && !message.standsForField()
                && into.get(field.name()) instanceof ObjectNode found) {
            readInside(message, found);
            return;
        }
        JsonNode value = value(field.shape());
        if (value.isNull() || (field.omittedWhenZero() && LeafReader.isZero(value))) {
            into.remove(field.name());
        } else {
            count();
            into.set(field.name(), value);
        }
    }

    private void readListed(Message message, MessageField field, int wireType, ObjectNode into) {
        ArrayNode list = into.get(field.name()) instanceof ArrayNode found ? found : into.putArray(field.name());
        int own = wireType(field.shape());
        if (wireType == WireReader.LENGTH && own != WireReader.LENGTH) {
            int outer = reader.enter();
            while (!reader.atEnd()) {
                count();
                list.add(value(field.shape()));
            }
            reader.leave(outer);
        } else {
            expect(own, wireType, message, field);
            count();
            list.add(value(field.shape()));
        }
    }

    private void readEntry(Message message, MessageField field, ObjectNode into) {
        ObjectNode map = into.get(field.name()) instanceof ObjectNode found ? found : into.putObject(field.name());
        String key = "";
        JsonNode value = null;
        int outer = reader.enter();
        while (!reader.atEnd()) {
            int tag = reader.tag();
            switch (tag >>> 3) {
                case KEY -> {
                    expect(WireReader.LENGTH, tag & 7, message, field);
                    key = reader.string();
                }
                case VALUE -> {
                    expect(wireType(field.shape()), tag & 7, message, field);
                    value = value(field.shape());
                }
                default -> reader.skip(tag & 7);
            }
        }
        reader.leave(outer);
        count();
        map.set(key, value == null ? zero(field.shape()) : value);
    }

    private JsonNode value(Shape shape) {
        return switch (shape) {
            case Leaf leaf -> leaves.read(leaf);
            case Message message -> {
                ObjectNode object = NODES.objectNode();
                readInside(message, object);
                yield message.standsForField() ? lastField(message, object) : object;
            }
        };
    }

    private void readInside(Message message, ObjectNode into) {
        int outer = reader.enter();
        read(message, into);
        reader.leave(outer);
    }

    /// If nothing is set, a message that only has a list is an empty list, and alternatives are null.
    private static JsonNode lastField(Message message, ObjectNode object) {
        boolean onlyList = true;
        for (int number = message.numberMax(); number > 0; number--) {
            MessageField field = message.field(number);
            if (field != null) {
                JsonNode value = object.get(field.name());
                if (value != null) {
                    return value;
                }
                onlyList &= field.form() == MessageField.Form.LIST;
            }
        }
        return onlyList ? NODES.arrayNode() : NODES.nullNode();
    }

    private static JsonNode zero(Shape shape) {
        return switch (shape) {
            case Leaf leaf -> LeafReader.zero(leaf);
            case Message message ->
                message.standsForField() ? lastField(message, NODES.objectNode()) : NODES.objectNode();
        };
    }

    private static int wireType(Shape shape) {
        return shape instanceof Leaf leaf ? leaf.wireType() : WireReader.LENGTH;
    }

    private static void expect(int expected, int wireType, Message message, MessageField field) {
        if (wireType != expected) {
            throw new MalformedProtobufException("field %d (%s) of %s has wire type %d, not %d"
                    .formatted(field.number(), field.name(), message.name(), wireType, expected));
        }
    }

    private void count() {
        if (--valuesLeft < 0) {
            throw new MalformedProtobufException("too many values for its size");
        }
    }
}
