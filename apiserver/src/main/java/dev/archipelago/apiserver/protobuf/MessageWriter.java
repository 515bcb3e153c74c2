package dev.archipelago.apiserver.protobuf;

import dev.archipelago.apiserver.protobuf.Shape.Leaf;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes trees as messages: fields in the order of their numbers and maps in that of their keys, as Go does. What
/// the messages do not have is left out.
final class MessageWriter {
    private final WireWriter out;
    private final LeafWriter leaves;

    MessageWriter(WireWriter out) {
        this.out = out;
        this.leaves = new LeafWriter(out);
    }

    /// Writes the fields of a message.
    void write(Message message, ObjectNode object) {
        for (int number = message.numberMax(); number > 0; number--) {
            MessageField field = message.field(number);
            if (field == null) {
                continue;
            }
            if (field.form() == MessageField.Form.INLINE) {
                int before = out.length();
                write((Message) field.shape(), object);
                out.enclose(number, before);
                continue;
            }
            JsonNode value = object.get(field.name());
            if (value != null && !value.isNull()) {
                write(field, value);
            }
        }
    }

    private void write(MessageField field, JsonNode value) {
        switch (field.form()) {
            case ONE, INLINE -> writeOne(field.number(), field.shape(), value);
            case LIST -> {
                if (value.isArray()) {
                    for (int i = value.size() - 1; i >= 0; i--) {
                        writeElement(field.number(), field.shape(), value.get(i));
                    }
                }
            }
            case MAP -> {
                if (value instanceof ObjectNode map) {
                    writeMap(field, map);
                }
            }
        }
    }

    private void writeMap(MessageField field, ObjectNode map) {
        TreeMap<String, JsonNode> sorted = new TreeMap<>();
        map.forEachEntry(sorted::put);
        sorted.descendingMap().forEach((key, value) -> {
            int before = out.length();
            writeElement(2, field.shape(), value);
            out.string(1, key);
            out.enclose(field.number(), before);
        });
    }

    /// Elements are there even when they are null.
    private void writeElement(int number, Shape shape, JsonNode value) {
        writeOne(number, shape, value.isNull() && shape instanceof Leaf leaf ? LeafReader.zero(leaf) : value);
    }

    private void writeOne(int number, Shape shape, JsonNode value) {
        switch (shape) {
            case Leaf leaf -> leaves.write(number, leaf, value);
            case Message message -> {
                int before = out.length();
                if (message.standsForField()) {
                    writeAlternative(message, value);
                } else if (value instanceof ObjectNode object) {
                    write(message, object);
                }
                out.enclose(number, before);
            }
        }
    }

    /// A value that has a message of its own: the list, the object or the boolean in it.
    private void writeAlternative(Message message, JsonNode value) {
        for (int number = message.numberMax(); number > 0; number--) {
            MessageField field = message.field(number);
            if (field == null) {
                continue;
            }
            if (field.shape() == Leaf.BOOLEAN) {
                // A schema instead of the boolean says true as well.
                writeOne(number, field.shape(), value.isObject() ? BooleanNode.TRUE : value);
            } else if (field.form() == MessageField.Form.LIST ? value.isArray() : value.isObject()) {
                write(field, value);
            }
        }
    }
}
