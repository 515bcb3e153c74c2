package dev.archipelago.federation.kinds;

import java.util.List;

/// Lists for people, which are no longer than can be read however much there is.
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
