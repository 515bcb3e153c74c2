package dev.archipelago.apiserver.authz;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A rule made ready for the question it answers on every request.
///
/// The usual verbs are bits. Null stands for "any", so that the wildcard is decided once and not on each request.
final class RuleMatcher {
    private static final int ALL_VERBS = -1;

    private final int verbs;
    private final String[] otherVerbs;
    private final String @Nullable [] groups;
    private final String @Nullable [] names;
    private final String[] urls;
    private final String[] urlPrefixes;

    RuleMatcher(PolicyRule rule) {
        int mask = 0;
        List<String> others = new ArrayList<>();
        for (String verb : rule.verbs()) {
            int bit = verb.equals(PolicyRule.ALL) ? ALL_VERBS : bitOf(verb);
            mask |= bit;
            if (bit == 0) {
                others.add(verb);
            }
        }
        this.verbs = mask;
        this.otherVerbs = others.toArray(new String[0]);
        this.groups = rule.apiGroups().contains(PolicyRule.ALL)
                ? null
                : rule.apiGroups().toArray(new String[0]);
        this.names =
                rule.resourceNames().isEmpty() ? null : rule.resourceNames().toArray(new String[0]);
        List<String> exact = new ArrayList<>();
        List<String> prefixes = new ArrayList<>();
        for (String url : rule.nonResourceUrls()) {
            if (url.endsWith(PolicyRule.ALL)) {
                prefixes.add(withoutStars(url));
            } else {
                exact.add(url);
            }
        }
        this.urls = exact.toArray(new String[0]);
        this.urlPrefixes = prefixes.toArray(new String[0]);
    }

    /// The bit of a usual verb, or 0.
    static int bitOf(String verb) {
        return switch (verb) {
            case "get" -> 1;
            case "list" -> 1 << 1;
            case "watch" -> 1 << 2;
            case "create" -> 1 << 3;
            case "update" -> 1 << 4;
            case "patch" -> 1 << 5;
            case "delete" -> 1 << 6;
            case "deletecollection" -> 1 << 7;
            default -> 0;
        };
    }

    /// Whether the rule covers verb, group and name; that it covers the resource is known by where it was found.
    boolean allows(Attributes attributes, int verbBit) {
        return allowsVerb(attributes.verb(), verbBit)
                && (groups == null || contains(groups, attributes.group()))
                && (names == null || contains(names, attributes.name()));
    }

    boolean allowsPath(Attributes attributes, int verbBit) {
        if (!allowsVerb(attributes.verb(), verbBit)) {
            return false;
        }
        String path = attributes.path();
        for (String prefix : urlPrefixes) {
            if (path.startsWith(prefix)) {
                return true;
            }
        }
        return contains(urls, path);
    }

    private boolean allowsVerb(String verb, int verbBit) {
        return verbs == ALL_VERBS || (verbBit == 0 ? contains(otherVerbs, verb) : (verbs & verbBit) != 0);
    }

    private static boolean contains(String[] values, String wanted) {
        for (String value : values) {
            if (value.equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    static String withoutStars(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '*') {
            end--;
        }
        return text.substring(0, end);
    }
}
