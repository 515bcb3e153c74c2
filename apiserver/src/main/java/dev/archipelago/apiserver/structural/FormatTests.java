package dev.archipelago.apiserver.structural;

import java.net.URI;
import java.net.URISyntaxException;

/// The formats of strings that are neither times nor network addresses.
final class FormatTests {
    private static final int HOSTNAME_MAX = 255;
    private static final int LABEL_MAX = 63;
    private static final int LONG_NAME_MAX = 253;

    private FormatTests() {}

    static boolean isObjectId(String text) {
        return text.length() == 24 && isHex(text, 0, 24);
    }

    static boolean isHexColor(String text) {
        int start = text.startsWith("#") ? 1 : 0;
        int digits = text.length() - start;
        return (digits == 3 || digits == 6) && isHex(text, start, text.length());
    }

    private static boolean isHex(String text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (Character.digit(text.charAt(i), 16) < 0 || text.charAt(i) > 'f') {
                return false;
            }
        }
        return true;
    }

    /// The standard alphabet with padding; not the empty string.
    static boolean isBase64(String text) {
        int length = text.length();
        if (length == 0 || length % 4 != 0) {
            return false;
        }
        int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
        for (int i = 0; i < length - padding; i++) {
            char c = text.charAt(i);
            if (!isAlphanumeric(c) && c != '+' && c != '/') {
                return false;
            }
        }
        return true;
    }

    /// Dashes may be left out.
    ///
    /// @param version the digit of the version, or empty for any
    static boolean isUuid(String text, String version) {
        StringBuilder digits = new StringBuilder(32);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int size = digits.length();
            boolean dash = c == '-' && (size == 8 || size == 12 || size == 16 || size == 20);
            if (!dash) {
                digits.append(c);
            } else if (text.charAt(i - 1) == '-') {
                return false;
            }
        }
        if (digits.length() != 32 || !isHex(digits.toString(), 0, 32)) {
            return false;
        }
        if (version.isEmpty()) {
            return true;
        }
        boolean variant = version.equals("3") || "89abAB".indexOf(digits.charAt(16)) >= 0;
        return digits.charAt(12) == version.charAt(0) && variant;
    }

    static boolean isShortName(String text) {
        return text.length() <= LABEL_MAX && isName(text, 0, text.length());
    }

    static boolean isLongName(String text) {
        if (text.length() > LONG_NAME_MAX) {
            return false;
        }
        for (String part : text.split("\\.", -1)) {
            if (!isName(part, 0, part.length())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isName(String text, int start, int end) {
        if (start == end || text.charAt(start) == '-' || text.charAt(end - 1) == '-') {
            return false;
        }
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c != '-' && !(isAlphanumeric(c) && !Character.isUpperCase(c))) {
                return false;
            }
        }
        return true;
    }

    /// Labels of letters (of any script), digits, symbols and inner dashes; a last label after a dot is letters only.
    static boolean isHostname(String text) {
        if (text.isEmpty() || text.length() > HOSTNAME_MAX) {
            return false;
        }
        String[] labels = text.split("\\.", -1);
        for (int i = 0; i < labels.length; i++) {
            boolean last = labels.length > 1 && i == labels.length - 1;
            if (!isHostLabel(labels[i]) || (last && !isTopLevel(labels[i]))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHostLabel(String label) {
        if (label.isEmpty() || label.length() > LABEL_MAX || label.startsWith("-") || label.endsWith("-")) {
            return false;
        }
        return label.codePoints().allMatch(c -> c == '-' || isAlphanumeric(c) || isWordLike(c));
    }

    private static boolean isTopLevel(String label) {
        return label.length() >= 2 && label.codePoints().allMatch(Character::isLetter);
    }

    private static boolean isWordLike(int c) {
        int type = Character.getType(c);
        return Character.isLetter(c)
                || type == Character.MATH_SYMBOL
                || type == Character.CURRENCY_SYMBOL
                || type == Character.MODIFIER_SYMBOL
                || type == Character.OTHER_SYMBOL;
    }

    private static boolean isAlphanumeric(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /// A bare address, or one in angle brackets after a display name.
    static boolean isEmail(String text) {
        String address = text.strip();
        if (address.endsWith(">")) {
            address = address.substring(address.lastIndexOf('<') + 1, address.length() - 1);
        }
        int at = address.lastIndexOf('@');
        if (at <= 0 || at == address.length() - 1) {
            return false;
        }
        return isDotAtom(address.substring(0, at)) && isDotAtom(address.substring(at + 1));
    }

    private static boolean isDotAtom(String text) {
        if (text.startsWith(".") || text.endsWith(".") || text.contains("..")) {
            return false;
        }
        return text.codePoints()
                .allMatch(c -> isAlphanumeric(c) || c > 0x7f || c == '.' || "!#$%&'*+-/=?^_`{|}~".indexOf(c) >= 0);
    }

    /// An absolute URI, or an absolute path.
    static boolean isUri(String text) {
        if (text.startsWith("/")) {
            return text.chars().noneMatch(c -> c < ' ' || c == 0x7f);
        }
        try {
            return new URI(text).isAbsolute();
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
