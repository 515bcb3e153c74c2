package dev.archipelago.apiserver.catalog;

import java.util.HexFormat;

/// Names as they stand in keys. A few kinds may be called anything, while keys are printable ASCII: other characters
/// become a `%` and four digits, as does `%` itself, so that different names never share a key.
final class KeyNames {
    private static final HexFormat HEX = HexFormat.of();
    private static final int DIGITS = 4;

    private KeyNames() {}

    static String escape(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isPlain(name.charAt(i))) {
                return escapeFrom(name, i);
            }
        }
        return name;
    }

    private static String escapeFrom(String name, int start) {
        StringBuilder key = new StringBuilder(name.length() + 20).append(name, 0, start);
        for (int i = start; i < name.length(); i++) {
            char c = name.charAt(i);
            if (isPlain(c)) {
                key.append(c);
            } else {
                key.append('%').append(HEX.toHexDigits(c));
            }
        }
        return key.toString();
    }

    static String unescape(String key) {
        int escape = key.indexOf('%');
        if (escape < 0) {
            return key;
        }
        StringBuilder name = new StringBuilder(key.length()).append(key, 0, escape);
        for (int i = escape; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c == '%') {
                name.append((char) HexFormat.fromHexDigits(key, i + 1, i + 1 + DIGITS));
                i += DIGITS;
            } else {
                name.append(c);
            }
        }
        return name.toString();
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c <= '~' && c != '%';
    }
}
