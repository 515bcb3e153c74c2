package dev.archipelago.apiserver.protobuf;

import dev.archipelago.apiserver.protobuf.MessageField.Form;
import dev.archipelago.apiserver.protobuf.Shape.Leaf;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the messages that the build wrote. A line without indent starts a message: its name, and if something
/// is to be said a tab and the `group/version` of a kind that is sent as a body, `*` for one that belongs to
/// every group and version, or `value` for a message that stands for its field. Fields follow as
/// `<TAB>number<TAB>JSON name<TAB>shape`, and `<TAB>omit` for one that JSON leaves out when it is zero. A shape
/// is a scalar or the name of a message, after `[]` in a list and `{}` in a map.
final class MessageTable {
    private static final String RESOURCE = "/dev/archipelago/model/kinds/messages.txt";
    private static final String EVERY_VERSION = "*";

    private final String text;
    private final Map<String, Message> messages = new HashMap<>();
    private final Map<String, Message> bodies = new HashMap<>();

    /// Loaded on first use: most servers never see protobuf.
    private static final class Loaded {
        static final MessageTable TABLE = load();
    }

    private MessageTable(String text) {
        this.text = text;
    }

    static MessageTable shared() {
        return Loaded.TABLE;
    }

    private static MessageTable load() {
        try (InputStream in = MessageTable.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("resource " + RESOURCE + " is not on the class path");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MessageTable parse(String text) {
        MessageTable table = new MessageTable(text);
        table.declareMessages();
        table.readFields();
        return table;
    }

    /// The message of a kind that may be a body, or null.
    @Nullable
    Message body(String apiVersion, String kind) {
        Message message = bodies.get(apiVersion + ' ' + kind);
        return message == null ? bodies.get(EVERY_VERSION + ' ' + kind) : message;
    }

    /// A message by its name.
    Message message(String name) {
        Message message = messages.get(name);
        if (message == null) {
            throw new IllegalStateException("message " + name + " is not defined");
        }
        return message;
    }

    /// Messages refer to each other in any order, so all of them exist before the first field is read.
    private void declareMessages() {
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            char first = text.charAt(start);
            if (first != '\t' && first != '#') {
                declare(start, end);
            }
            start = end + 1;
        }
    }

    private void declare(int start, int end) {
        int nameEnd = cellEnd(start, end);
        String name = text.substring(start, nameEnd);
        String attribute = nameEnd == end ? "" : text.substring(nameEnd + 1, end);
        boolean standsForField = attribute.equals("value");
        Message message = new Message(name, standsForField);
        messages.put(name, message);
        if (!attribute.isEmpty() && !standsForField) {
            bodies.put(attribute + ' ' + name.substring(name.lastIndexOf('.') + 1), message);
        }
    }

    private void readFields() {
        Message message = null;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            char first = text.charAt(start);
            if (first == '\t' && message != null) {
                message.add(field(start + 1, end));
            } else if (first != '#') {
                message = messages.get(text.substring(start, cellEnd(start, end)));
            }
            start = end + 1;
        }
    }

    private MessageField field(int start, int end) {
        int numberEnd = cellEnd(start, end);
        int nameEnd = cellEnd(numberEnd + 1, end);
        int shapeEnd = cellEnd(nameEnd + 1, end);
        int number = Integer.parseInt(text, start, numberEnd, 10);
        String name = text.substring(numberEnd + 1, nameEnd);
        Form form = switch (text.charAt(nameEnd + 1)) {
            case '[' -> Form.LIST;
            case '{' -> Form.MAP;
            default -> name.isEmpty() ? Form.INLINE : Form.ONE;
        };
        int element = nameEnd + (form == Form.LIST || form == Form.MAP ? 3 : 1);
        return new MessageField(number, name, form, shape(text.substring(element, shapeEnd)), shapeEnd < end);
    }

    private Shape shape(String name) {
        Leaf leaf = Leaf.BY_NAME.get(name);
        return leaf == null ? message(name) : leaf;
    }

    private int cellEnd(int start, int end) {
        int tab = text.indexOf('\t', start);
        return tab < 0 || tab > end ? end : tab;
    }
}
