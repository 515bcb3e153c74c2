package dev.archipelago.apiserver.decode;

/// Checks standard base64 with padding without decoding it; as in Go, line breaks are skipped.
final class Base64Text {
    private Base64Text() {}

    /// The place of the first byte that is wrong, or -1 if the text is fine.
    static int firstIllegal(String text) {
        int digits = 0;
        int padding = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r') {
                continue;
            }
            if (c == '=') {
                padding++;
                if (digits % 4 < 2 || digits % 4 + padding > 4) {
                    return i;
                }
            } else if (padding > 0 || !isDigit(c)) {
                return i;
            } else {
                digits++;
            }
        }
        return (digits + padding) % 4 == 0 ? -1 : text.length();
    }

    private static boolean isDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    }
}
