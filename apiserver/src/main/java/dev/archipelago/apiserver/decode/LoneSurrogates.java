package dev.archipelago.apiserver.decode;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Halves of surrogate pairs, which JSON can spell but UTF-8 cannot. What has one in a key could be stored and never
/// read again; they are replaced as Kubernetes' decoder replaces them.
public final class LoneSurrogates {
    private static final char REPLACEMENT = '\uFFFD';

    private LoneSurrogates() {}

    /// Replaces those in a tree.
    ///
    /// @param source the JSON or YAML that the tree was read from; from most it is plain that there are none
    public static void replace(JsonNode tree, byte[] source) {
        if (mayHide(source)) {
            replace(tree);
        }
    }

    /// They come as escapes: bytes that are not UTF-8 are refused by whoever reads them.
    private static boolean mayHide(byte[] source) {
        for (byte b : source) {
            if (b == '\\') {
                return true;
            }
        }
        return false;
    }

    private static void replace(JsonNode tree) {
        switch (tree) {
            case ObjectNode object -> members(object);
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    if (array.get(i) instanceof StringNode text) {
                        array.set(i, replaced(text));
                    } else {
                        replace(array.get(i));
                    }
                }
            }
            default -> {}
        }
    }

    private static void members(ObjectNode object) {
        boolean badNames = false;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            badNames |= first(member.getKey()) >= 0;
            if (member.getValue() instanceof StringNode text) {
                member.setValue(replaced(text));
            } else {
                replace(member.getValue());
            }
        }
        if (badNames) {
            List<Map.Entry<String, JsonNode>> members = object.properties().stream()
                    .map(member -> Map.entry(replaced(member.getKey()), member.getValue()))
                    .toList();
            object.removeAll();
            members.forEach(member -> object.set(member.getKey(), member.getValue()));
        }
    }

    private static StringNode replaced(StringNode node) {
        String text = node.stringValue();
        return first(text) < 0 ? node : StringNode.valueOf(replaced(text));
    }

    private static String replaced(String text) {
        StringBuilder out = new StringBuilder(text);
        for (int i = first(text); i >= 0 && i < out.length(); i++) {
            if (isLone(out, i)) {
                out.setCharAt(i, REPLACEMENT);
            }
        }
        return out.toString();
    }

    private static int first(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isLone(text, i)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isLone(CharSequence text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
