package dev.archipelago.federation.kinds;

import java.util.List;

/// Formats lists of bounded length for messages.
public final class Enumeration {
    private Enumeration() {}

    /// Such as `c1, c2 and 7 more`.
    public static String of(List<String> texts, int max) {
        int more = texts.size() - max;
        return more <= 0
                ? String.join(", ", texts)
                : String.join(", ", texts.subList(0, max)) + " and " + more + " more";
    }
}
