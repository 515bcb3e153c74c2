package dev.archipelago.apiserver.cel;

import java.math.BigInteger;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A version as semver.org 2.0.0 defines it. What comes after `+` says nothing of the order.
///
/// @param preRelease the parts after `-`, none for a release
record Semver(long major, long minor, long patch, List<String> preRelease, String text) implements Comparable<Semver> {
    private static final String NUMBER = "(0|[1-9][0-9]{0,18})";
    private static final Pattern STRICT = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER
            + "(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?");
    private static final Pattern LOOSE = Pattern.compile("v?([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?([-+].*)?");

    /// Reads a version.
    ///
    /// @param normalize whether a leading `v`, missing parts and leading zeros are accepted
    /// @throws IllegalArgumentException when the text is not a version
    static Semver parse(String text, boolean normalize) {
        Matcher matcher = STRICT.matcher(normalize ? normalized(text) : text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a semantic version: " + text);
        }
        List<String> preRelease =
                matcher.group(4) == null ? List.of() : List.of(matcher.group(4).split("\\.", -1));
        for (String part : preRelease) {
            if (part.isEmpty() || (isNumber(part) && part.length() > 1 && part.startsWith("0"))) {
                throw new IllegalArgumentException("not a semantic version: " + text);
            }
        }
        try {
            return new Semver(
                    Long.parseLong(matcher.group(1)),
                    Long.parseLong(matcher.group(2)),
                    Long.parseLong(matcher.group(3)),
                    preRelease,
                    text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a semantic version: " + text, e);
        }
    }

    private static String normalized(String text) {
        Matcher matcher = LOOSE.matcher(text);
        if (!matcher.matches()) {
            return text;
        }
        String rest = matcher.group(4) == null ? "" : matcher.group(4);
        return plain(matcher.group(1)) + '.' + plain(matcher.group(2)) + '.' + plain(matcher.group(3)) + rest;
    }

    private static String plain(@Nullable String digits) {
        return digits == null ? "0" : new BigInteger(digits).toString();
    }

    private static boolean isNumber(String part) {
        return part.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public int compareTo(Semver other) {
        int order = Long.compare(major, other.major);
        order = order != 0 ? order : Long.compare(minor, other.minor);
        order = order != 0 ? order : Long.compare(patch, other.patch);
        if (order != 0) {
            return order;
        }
        if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
            return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
        }
        for (int i = 0; i < Math.min(preRelease.size(), other.preRelease.size()); i++) {
            order = compareParts(preRelease.get(i), other.preRelease.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(preRelease.size(), other.preRelease.size());
    }

    /// Numbers come before words.
    private static int compareParts(String a, String b) {
        if (isNumber(a) != isNumber(b)) {
            return isNumber(a) ? -1 : 1;
        }
        return isNumber(a) ? new BigInteger(a).compareTo(new BigInteger(b)) : a.compareTo(b);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Semver semver && compareTo(semver) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(major * 31 + minor) * 31 + Long.hashCode(patch);
    }

    @Override
    public String toString() {
        return text;
    }
}
