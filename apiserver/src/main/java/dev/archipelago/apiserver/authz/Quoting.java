package dev.archipelago.apiserver.authz;

import java.util.List;

/// Text in quotes as Kubernetes prints it, so that a strange name cannot pretend to be something else in a log.
final class Quoting {
    private Quoting() {}

    static String quote(String text) {
        if (isPlain(text)) {
            return '"' + text + '"';
        }
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            append(quoted, text.charAt(i));
        }
        return quoted.append('"').toString();
    }

    /// A list: `["a" "b"]`.
    static String quote(List<String> texts) {
        StringBuilder quoted = new StringBuilder("[");
        for (String text : texts) {
            quoted.append(quoted.length() > 1 ? " " : "").append(quote(text));
        }
        return quoted.append(']').toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\' || c == 0x7f) {
                return false;
            }
        }
        return true;
    }

    private static void append(StringBuilder quoted, char c) {
        switch (c) {
            case '"', '\\' -> quoted.append('\\').append(c);
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            default -> {
                if (c < ' ' || c == 0x7f) {
                    quoted.append("\\x%02x".formatted((int) c));
                } else {
                    quoted.append(c);
                }
            }
        }
    }
}
