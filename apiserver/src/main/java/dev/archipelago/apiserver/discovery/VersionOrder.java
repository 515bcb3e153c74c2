package dev.archipelago.apiserver.discovery;

import java.util.Comparator;

/// The order in which Kubernetes prefers versions: `v2`, `v1`, `v2beta1`, `v1beta2`, `v1alpha1`, then anything else
/// by name.
public final class VersionOrder implements Comparator<String> {
    public static final VersionOrder MOST_PREFERRED_FIRST = new VersionOrder();

    private VersionOrder() {}

    @Override
    public int compare(String left, String right) {
        Parsed a = Parsed.of(left);
        Parsed b = Parsed.of(right);
        if (a.stability != b.stability) {
            return Integer.compare(b.stability, a.stability);
        }
        if (a.major != b.major) {
            return Integer.compare(b.major, a.major);
        }
        return a.minor == b.minor ? left.compareTo(right) : Integer.compare(b.minor, a.minor);
    }

    private record Parsed(int stability, int major, int minor) {
        private static final Parsed UNKNOWN = new Parsed(0, 0, 0);

        static Parsed of(String version) {
            int majorEnd = digitsEnd(version, 1);
            if (!version.startsWith("v") || majorEnd == 1) {
                return UNKNOWN;
            }
            int major = number(version, 1, majorEnd);
            if (majorEnd == version.length()) {
                return new Parsed(3, major, 0);
            }
            int stability = version.startsWith("beta", majorEnd) ? 2 : version.startsWith("alpha", majorEnd) ? 1 : 0;
            int minorStart = majorEnd + (stability == 2 ? "beta" : "alpha").length();
            int minorEnd = digitsEnd(version, minorStart);
            if (stability == 0 || minorEnd != version.length() || minorEnd == minorStart) {
                return UNKNOWN;
            }
            return new Parsed(stability, major, number(version, minorStart, minorEnd));
        }

        private static int digitsEnd(String text, int start) {
            int end = start;
            while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
                end++;
            }
            return end;
        }

        /// Nine digits are enough to tell versions apart and always fit.
        private static int number(String text, int start, int end) {
            return Integer.parseInt(text, start, Math.min(end, start + 9), 10);
        }
    }
}
