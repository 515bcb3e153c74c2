package dev.archipelago.apiserver.cel;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Names as expressions write them.
public final class Identifiers {
    private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    private Identifiers() {}

    /// Whether a name can be given to a variable.
    public static boolean isIdentifier(String name) {
        return IDENTIFIER.matcher(name).matches() && !RESERVED.contains(name);
    }

    /// The name of a field: `__namespace__` for `namespace`, which is a word of CEL. Null for a name that cannot be
    /// written.
    static @Nullable String escape(String name) {
        if (name.isEmpty() || isDigit(name.charAt(0))) {
            return null;
        }
        if (RESERVED.contains(name)) {
            return "__" + name + "__";
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '_' && i + 1 < name.length() && name.charAt(i + 1) == '_') {
                out.append("__underscores__");
                i++;
            } else if (c == '.' || c == '-' || c == '/') {
                out.append(c == '.' ? "__dot__" : c == '-' ? "__dash__" : "__slash__");
            } else if (c == '_' || isDigit(c) || isLetter(c)) {
                out.append(c);
            } else {
                return null;
            }
        }
        return out.toString();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
