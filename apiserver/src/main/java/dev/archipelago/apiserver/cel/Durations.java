package dev.archipelago.apiserver.cel;

import java.math.BigDecimal;
import java.time.Duration;

/// Reads durations as Go writes them, such as `1h30m`.
final class Durations {
    private Durations() {}

    /// The duration that a text is.
    ///
    /// @throws IllegalArgumentException when it is none
    static Duration parse(String text) {
        int at = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        if (at == text.length()) {
            throw new IllegalArgumentException("not a duration: " + text);
        }
        BigDecimal nanos = BigDecimal.ZERO;
        while (at < text.length()) {
            int unit = at;
            while (unit < text.length() && (Character.isDigit(text.charAt(unit)) || text.charAt(unit) == '.')) {
                unit++;
            }
            int end = unit;
            while (end < text.length() && !Character.isDigit(text.charAt(end)) && text.charAt(end) != '.') {
                end++;
            }
            BigDecimal number = new BigDecimal(text.substring(at, unit));
            nanos = nanos.add(number.multiply(BigDecimal.valueOf(unitNanos(text.substring(unit, end)))));
            at = end;
        }
        Duration duration = Duration.ofNanos(nanos.longValue());
        return text.startsWith("-") ? duration.negated() : duration;
    }

    private static long unitNanos(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us", "µs", "μs" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> throw new IllegalArgumentException("unknown unit " + unit);
        };
    }
}
