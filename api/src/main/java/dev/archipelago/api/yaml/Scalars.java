package dev.archipelago.api.yaml;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/// What a scalar means: by its tag, or by how it looks if it is plain.
final class Scalars {
    private static final String STANDARD = "tag:yaml.org,2002:";
    private static final Map<String, JsonNode> WORDS = words();
    private static final BigInteger MAX_UNSIGNED = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    // No integer of 64 bits has more digits, in whatever base.
    private static final int MAX_DIGITS = 64;

    private Scalars() {}

    private static Map<String, JsonNode> words() {
        Map<String, JsonNode> words = new HashMap<>();
        for (String word : "y Y yes Yes YES true True TRUE on On ON".split(" ")) {
            words.put(word, BooleanNode.TRUE);
        }
        for (String word : "n N no No NO false False FALSE off Off OFF".split(" ")) {
            words.put(word, BooleanNode.FALSE);
        }
        for (String word : "~ null Null NULL".split(" ")) {
            words.put(word, NullNode.getInstance());
        }
        words.put("", NullNode.getInstance());
        for (String word : ".nan .NaN .NAN .inf .Inf .INF +.inf +.Inf +.INF -.inf -.Inf -.INF".split(" ")) {
            words.put(word, DoubleNode.valueOf(Double.NaN));
        }
        return Map.copyOf(words);
    }

    static JsonNode resolve(ScalarEvent scalar) {
        String value = scalar.getValue();
        String tag = scalar.getTag().orElse("");
        if (tag.isEmpty()) {
            return scalar.isPlain() ? finite(plain(value)) : StringNode.valueOf(value);
        }
        if (!tag.startsWith(STANDARD)) {
            return StringNode.valueOf(value);
        }
        String type = tag.substring(STANDARD.length());
        return switch (type) {
            case "binary" -> binary(value);
            case "int", "float", "bool", "null" -> ofType(type, value);
            default -> StringNode.valueOf(value);
        };
    }

    private static JsonNode ofType(String type, String value) {
        JsonNode node = plain(value);
        boolean fits = switch (type) {
            case "int" -> node.isIntegralNumber();
            case "float" -> node.isNumber();
            case "bool" -> node.isBoolean();
            default -> node.isNull();
        };
        if (!fits) {
            throw YamlReader.fault("cannot decode !!%s `%s` as a !!%s".formatted(typeOf(node), value, type));
        }
        return finite(node);
    }

    private static String typeOf(JsonNode node) {
        return switch (node.getNodeType()) {
            case NUMBER -> node.isIntegralNumber() ? "int" : "float";
            case BOOLEAN -> "bool";
            case NULL -> "null";
            case STRING, ARRAY, BINARY, MISSING, OBJECT, POJO -> "str";
        };
    }

    private static JsonNode binary(String value) {
        try {
            return StringNode.valueOf(
                    new String(Base64.getDecoder().decode(value.replaceAll("\\s", "")), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw YamlReader.fault("!!binary value contains invalid base64 data");
        }
    }

    private static JsonNode finite(JsonNode node) {
        if (node.isDouble() && !Double.isFinite(node.doubleValue())) {
            throw YamlReader.fault("neither infinity nor NaN can be converted to JSON");
        }
        return node;
    }

    /// What an unquoted text stands for.
    static JsonNode plain(String text) {
        JsonNode word = WORDS.get(text);
        if (word != null) {
            return word;
        }
        char first = text.charAt(0);
        if (first == '.') {
            return orText(real(text), text);
        }
        if (first == '+' || first == '-' || (first >= '0' && first <= '9')) {
            String digits = text.indexOf('_') < 0 ? text : text.replace("_", "");
            JsonNode integer = integer(digits);
            return integer != null ? integer : orText(real(digits), text);
        }
        return StringNode.valueOf(text);
    }

    private static JsonNode orText(@Nullable JsonNode number, String text) {
        return number != null ? number : StringNode.valueOf(text);
    }

    private static @Nullable JsonNode integer(String text) {
        boolean signed = text.startsWith("-") || text.startsWith("+");
        int start = signed ? 1 : 0;
        int radix = radix(text, start);
        start += radix == 10 ? 0 : radix == 8 && !hasMarker(text, start) ? 1 : 2;
        if (start >= text.length() || text.length() - start > MAX_DIGITS) {
            return null;
        }
        for (int i = start; i < text.length(); i++) {
            if (text.charAt(i) > 'f' || Character.digit(text.charAt(i), radix) < 0) {
                return null;
            }
        }
        BigInteger magnitude = new BigInteger(text.substring(start), radix);
        BigInteger value = text.startsWith("-") ? magnitude.negate() : magnitude;
        if (value.bitLength() <= 63) {
            return whole(value.longValue());
        }
        return signed || value.compareTo(MAX_UNSIGNED) > 0 ? null : BigIntegerNode.valueOf(value);
    }

    /// A whole number in the node that a JSON parser makes of it: nodes of different types are never equal.
    private static JsonNode whole(long value) {
        return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
    }

    private static int radix(String text, int start) {
        if (text.length() - start < 2 || text.charAt(start) != '0') {
            return 10;
        }
        return switch (text.charAt(start + 1)) {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            default -> 8;
        };
    }

    private static boolean hasMarker(String text, int start) {
        return text.charAt(start + 1) == 'o' || text.charAt(start + 1) == 'O';
    }

    /// A decimal number. One without a fraction is an integer, as JSON does not tell the two apart.
    private static @Nullable JsonNode real(String text) {
        if (!looksReal(text)) {
            return null;
        }
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            return null;
        }
        return value == Math.rint(value) && Math.abs(value) < 0x1p63 ? whole((long) value) : DoubleNode.valueOf(value);
    }

    private static boolean looksReal(String text) {
        int i = text.charAt(0) == '+' || text.charAt(0) == '-' ? 1 : 0;
        int whole = digits(text, i);
        i += whole;
        int fraction = 0;
        if (i < text.length() && text.charAt(i) == '.') {
            fraction = digits(text, i + 1);
            i += 1 + fraction;
        }
        if (whole + fraction == 0) {
            return false;
        }
        if (i < text.length() && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
            i++;
            if (i < text.length() && (text.charAt(i) == '+' || text.charAt(i) == '-')) {
                i++;
            }
            int exponent = digits(text, i);
            i += exponent;
            return exponent > 0 && i == text.length();
        }
        return i == text.length();
    }

    private static int digits(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end - start;
    }

    /// Whether this is the key that takes other mappings over.
    static boolean isMerge(Event event) {
        if (!(event instanceof ScalarEvent scalar) || !scalar.getValue().equals("<<")) {
            return false;
        }
        String tag = scalar.getTag().orElse("");
        return tag.isEmpty() ? scalar.isPlain() : tag.equals(STANDARD + "merge");
    }

    /// A key as JSON knows keys.
    static String key(JsonNode key, int line) {
        if (key.isString() || key.isBoolean() || key.isIntegralNumber()) {
            return key.asString();
        }
        if (key.isDouble()) {
            float single = (float) key.doubleValue();
            return Float.isFinite(single) ? Reals.shortest(single) : Reals.shortest(key.doubleValue());
        }
        throw YamlReader.fault("line " + line + ": a map key must be a string, a number or a boolean");
    }

    /// A key as a message shows it.
    static String shown(JsonNode key) {
        return key.isDouble() ? Reals.shortest(key.doubleValue()) : key.toString();
    }
}
