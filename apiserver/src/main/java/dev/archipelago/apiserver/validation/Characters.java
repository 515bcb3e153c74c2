package dev.archipelago.apiserver.validation;

/// The character classes of names.
final class Characters {
    private Characters() {}

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLowerAlphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || isDigit(c);
    }

    static boolean isAlphanumeric(char c) {
        return isLowerAlphanumeric(c) || (c >= 'A' && c <= 'Z');
    }

    static boolean isKeyCharacter(char c) {
        return isAlphanumeric(c) || c == '-' || c == '_' || c == '.';
    }

    static boolean isDnsLabel(String text, int from, int to) {
        if (from >= to || !isLowerAlphanumeric(text.charAt(from)) || !isLowerAlphanumeric(text.charAt(to - 1))) {
            return false;
        }
        for (int i = from + 1; i < to - 1; i++) {
            char c = text.charAt(i);
            if (!isLowerAlphanumeric(c) && c != '-') {
                return false;
            }
        }
        return true;
    }

    static boolean isDnsSubdomain(String text) {
        int from = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', from)) {
            if (!isDnsLabel(text, from, dot)) {
                return false;
            }
            from = dot + 1;
        }
        return isDnsLabel(text, from, text.length());
    }

    /// The part of a label's key after the prefix, or its value.
    static boolean isKey(String text, int from, int to) {
        if (from >= to || !isAlphanumeric(text.charAt(from)) || !isAlphanumeric(text.charAt(to - 1))) {
            return false;
        }
        for (int i = from + 1; i < to - 1; i++) {
            if (!isKeyCharacter(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /// The length of a text in UTF-8, which is how limits are counted.
    static int bytes(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // A surrogate pair is two characters and four bytes.
                bytes += c >= 0x800 && !Character.isSurrogate(c) ? 2 : 1;
            }
        }
        return bytes;
    }
}
