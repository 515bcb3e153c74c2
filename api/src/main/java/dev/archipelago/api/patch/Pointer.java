package dev.archipelago.api.patch;

import dev.archipelago.api.errors.ApiException;
import java.util.ArrayList;
import java.util.List;

/// A JSON Pointer, RFC 6901.
///
/// @param tokens the decoded reference tokens, none for the whole document
record Pointer(String text, List<String> tokens) {
    /// Far deeper than any object; keeps patches from building trees that nobody can walk.
    private static final int TOKENS_MAX = 1_000;

    static Pointer parse(String text) {
        if (!text.isEmpty() && text.charAt(0) != '/') {
            throw ApiException.badRequest("JSON patch path \"%s\" must be empty or begin with \"/\"".formatted(text));
        }
        List<String> tokens = new ArrayList<>();
        for (int start = 1; start <= text.length(); ) {
            int slash = text.indexOf('/', start);
            int end = slash < 0 ? text.length() : slash;
            tokens.add(unescape(text.substring(start, end)));
            start = end + 1;
        }
        if (tokens.size() > TOKENS_MAX) {
            throw ApiException.badRequest("JSON patch path has more than " + TOKENS_MAX + " elements");
        }
        return new Pointer(text, tokens);
    }

    boolean isRoot() {
        return tokens.isEmpty();
    }

    String last() {
        return tokens.getLast();
    }

    private static String unescape(String token) {
        return token.indexOf('~') < 0 ? token : token.replace("~1", "/").replace("~0", "~");
    }
}
