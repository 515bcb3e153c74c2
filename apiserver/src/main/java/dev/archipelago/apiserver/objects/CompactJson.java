package dev.archipelago.apiserver.objects;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads JSON as [Json#bytes] writes it: without spaces, and with nothing wrong in it.
///
/// Jackson remembers every name it has ever seen in one table, and copies that table for each document that has a new
/// one. In managedFields, names contain addresses and uids: nearly every pod has a new one.
final class CompactJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int NAME_LENGTH_MAX = 64;
    private static final int SAFE_DIGITS = 18;

    /// Names that were seen lately, by hash. Of two with one place the later one stays; a race costs one String.
    private static final @Nullable String[] NAMES = new String[4096];

    private final byte[] json;
    private final boolean brief;
    private final @Nullable String omitted;
    private int at;

    private CompactJson(byte[] json, boolean brief, @Nullable String omitted) {
        this.json = json;
        this.brief = brief;
        this.omitted = omitted;
    }

    /// Reads an object.
    ///
    /// @param brief whether to leave out who manages which field, which is half of most objects
    /// @param omitted a field of the object that nobody wants; nothing for none
    /// @return nothing when it is not as this server writes it
    static @Nullable ObjectNode read(byte[] json, boolean brief, @Nullable String omitted) {
        try {
            CompactJson reader = new CompactJson(json, brief, omitted);
            ObjectNode root = json[0] == '{' ? reader.object(true, false) : null;
            return reader.at == json.length ? root : null;
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return null;
        }
    }

    private JsonNode value(boolean metadata) {
        return switch (json[at]) {
            case '{' -> object(false, metadata);
            case '[' -> array();
            case '"' -> NODES.stringNode(text());
            case 't' -> literal("true", NODES.booleanNode(true));
            case 'f' -> literal("false", NODES.booleanNode(false));
            case 'n' -> literal("null", NODES.nullNode());
            default -> number();
        };
    }

    private ObjectNode object(boolean root, boolean metadata) {
        ObjectNode object = NODES.objectNode();
        at++;
        if (json[at] == '}') {
            at++;
            return object;
        }
        do {
            String name = name();
            expect(':');
            if ((brief && metadata && name.equals("managedFields")) || (root && name.equals(omitted))) {
                skip();
            } else {
                object.set(name, value(root && name.equals("metadata")));
            }
        } while (continues('}'));
        return object;
    }

    private ArrayNode array() {
        ArrayNode array = NODES.arrayNode();
        at++;
        if (json[at] == ']') {
            at++;
            return array;
        }
        do {
            array.add(value(false));
        } while (continues(']'));
        return array;
    }

    private boolean continues(char end) {
        byte next = json[at++];
        if (next != ',' && next != end) {
            throw new IllegalArgumentException();
        }
        return next == ',';
    }

    private void expect(char wanted) {
        if (json[at++] != wanted) {
            throw new IllegalArgumentException();
        }
    }

    private JsonNode literal(String text, JsonNode node) {
        for (int i = 0; i < text.length(); i++) {
            expect(text.charAt(i));
        }
        return node;
    }

    private String name() {
        int start = at + 1;
        int end = start;
        int hash = 0;
        int all = 0;
        while (json[end] != '"') {
            byte next = json[end++];
            all |= next == '\\' ? -1 : next;
            hash = 31 * hash + next;
        }
        int length = end - start;
        if (all < 0 || length > NAME_LENGTH_MAX || json[at] != '"') {
            return text();
        }
        at = end + 1;
        int place = (hash ^ hash >>> 16) & (NAMES.length - 1);
        String known = NAMES[place];
        if (known != null && known.length() == length && isAt(start, known)) {
            return known;
        }
        String fresh = new String(json, start, length, StandardCharsets.ISO_8859_1);
        NAMES[place] = fresh;
        return fresh;
    }

    private boolean isAt(int start, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (json[start + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private String text() {
        expect('"');
        int start = at;
        int all = 0;
        while (json[at] != '"') {
            if (json[at] == '\\') {
                return escaped(start);
            }
            all |= json[at++];
        }
        int length = at++ - start;
        return new String(json, start, length, all < 0 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }

    private String escaped(int start) {
        StringBuilder text = new StringBuilder();
        int plain = start;
        while (json[at] != '"') {
            if (json[at] == '\\') {
                text.append(new String(json, plain, at - plain, StandardCharsets.UTF_8));
                text.append(escape(json[at + 1]));
                at += 2;
                plain = at;
            } else {
                at++;
            }
        }
        text.append(new String(json, plain, at - plain, StandardCharsets.UTF_8));
        at++;
        return text.toString();
    }

    private char escape(byte code) {
        return switch (code) {
            case '"', '\\', '/' -> (char) code;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                String digits = new String(json, at + 2, 4, StandardCharsets.ISO_8859_1);
                at += 4;
                yield (char) Integer.parseInt(digits, 16);
            }
            default -> throw new IllegalArgumentException();
        };
    }

    private JsonNode number() {
        int start = at;
        boolean negative = json[at] == '-';
        if (negative) {
            at++;
        }
        int first = at;
        long value = 0;
        while (at < json.length && json[at] >= '0' && json[at] <= '9') {
            value = 10 * value + (json[at++] - '0');
        }
        if (at == first) {
            throw new IllegalArgumentException();
        }
        boolean fraction = json[at] == '.' || json[at] == 'e' || json[at] == 'E';
        if (!fraction && at - first <= SAFE_DIGITS) {
            long signed = negative ? -value : value;
            return (int) signed == signed ? NODES.numberNode((int) signed) : NODES.numberNode(signed);
        }
        while ("+-.eE0123456789".indexOf(json[at]) >= 0) {
            at++;
        }
        String text = new String(json, start, at - start, StandardCharsets.ISO_8859_1);
        if (fraction) {
            return NODES.numberNode(Double.parseDouble(text));
        }
        BigInteger number = new BigInteger(text);
        return number.bitLength() < Long.SIZE ? NODES.numberNode(number.longValue()) : NODES.numberNode(number);
    }

    /// Passes over a value.
    private void skip() {
        if (json[at] != '[' && json[at] != '{') {
            value(false);
            return;
        }
        int depth = 0;
        do {
            switch (json[at++]) {
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                case '"' -> skipText();
                default -> {}
            }
        } while (depth > 0);
    }

    private void skipText() {
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        at++;
    }
}
