package dev.archipelago.api.selector;

/// Cuts the text of a label selector into tokens.
final class LabelTokens {
    enum Kind {
        END,
        IDENTIFIER,
        IN,
        NOT_IN,
        OPEN,
        CLOSE,
        COMMA,
        NOT,
        NOT_EQUALS,
        EQUALS,
        DOUBLE_EQUALS,
        GREATER,
        LESS
    }

    private final String text;
    private int position;
    private Kind kind = Kind.END;
    private String literal = "";

    LabelTokens(String text) {
        this.text = text;
        advance();
    }

    Kind kind() {
        return kind;
    }

    /// The current token where a key or value is expected: there, `in` and `notin` are ordinary words.
    Kind word() {
        return kind == Kind.IN || kind == Kind.NOT_IN ? Kind.IDENTIFIER : kind;
    }

    String literal() {
        return literal;
    }

    void advance() {
        while (position < text.length() && isSpace(text.charAt(position))) {
            position++;
        }
        if (position == text.length()) {
            set(Kind.END, 0);
            return;
        }
        switch (text.charAt(position)) {
            case '(' -> set(Kind.OPEN, 1);
            case ')' -> set(Kind.CLOSE, 1);
            case ',' -> set(Kind.COMMA, 1);
            case '>' -> set(Kind.GREATER, 1);
            case '<' -> set(Kind.LESS, 1);
            case '=' -> set(equalsFollows() ? Kind.DOUBLE_EQUALS : Kind.EQUALS, equalsFollows() ? 2 : 1);
            case '!' -> set(equalsFollows() ? Kind.NOT_EQUALS : Kind.NOT, equalsFollows() ? 2 : 1);
            default -> word(position);
        }
    }

    private void word(int start) {
        int end = start;
        while (end < text.length() && !endsWord(text.charAt(end))) {
            end++;
        }
        set(Kind.IDENTIFIER, end - start);
        if (literal.equals("in")) {
            kind = Kind.IN;
        } else if (literal.equals("notin")) {
            kind = Kind.NOT_IN;
        }
    }

    private void set(Kind newKind, int length) {
        kind = newKind;
        literal = text.substring(position, position + length);
        position += length;
    }

    private boolean equalsFollows() {
        return position + 1 < text.length() && text.charAt(position + 1) == '=';
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static boolean endsWord(char c) {
        return switch (c) {
            case '=', '!', '(', ')', ',', '>', '<' -> true;
            default -> isSpace(c);
        };
    }
}
