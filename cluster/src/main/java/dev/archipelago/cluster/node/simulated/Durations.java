package dev.archipelago.cluster.node.simulated;

import java.time.Duration;
import java.util.regex.Pattern;

/// Parses durations such as `1m30s`, `500ms`, or a number of seconds.
final class Durations {
    private static final Pattern DURATION = Pattern.compile("([0-9]+(\\.[0-9]+)?(ms|s|m|h))+|[0-9]+(\\.[0-9]+)?");

    private Durations() {}

    /// Whether a text is a duration.
    static boolean isDuration(String text) {
        return DURATION.matcher(text).matches();
    }

    /// The duration of a text; zero when it is not a duration.
    static Duration parse(String text) {
        Duration sum = Duration.ZERO;
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && (Character.isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
                end++;
            }
            int unitEnd = end;
            while (unitEnd < text.length() && Character.isLetter(text.charAt(unitEnd))) {
                unitEnd++;
            }
            if (end == at) {
                return Duration.ZERO;
            }
            sum = sum.plus(of(text.substring(at, end), text.substring(end, unitEnd)));
            at = unitEnd;
        }
        return sum;
    }

    private static Duration of(String number, String unit) {
        long nanos = switch (unit) {
            case "ms" -> 1_000_000L;
            case "", "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> 0L;
        };
        try {
            return Duration.ofNanos((long) (Double.parseDouble(number) * nanos));
        } catch (NumberFormatException e) {
            return Duration.ZERO;
        }
    }
}
