package dev.archipelago.apiserver.table;

import java.time.Duration;

/// Durations as people read them: two or three significant figures, such as `3d4h`.
public final class HumanDuration {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    private HumanDuration() {}

    public static String of(Duration duration) {
        // Towards zero, so that clocks may differ by almost two seconds before a duration is called invalid.
        long seconds = duration.isNegative() ? -duration.negated().toSeconds() : duration.toSeconds();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 2 * MINUTE) {
            return Math.max(seconds, 0) + "s";
        }
        if (seconds < 10 * MINUTE) {
            return two(seconds, MINUTE, "m", 1, "s");
        }
        if (seconds < 3 * HOUR) {
            return seconds / MINUTE + "m";
        }
        if (seconds < 8 * HOUR) {
            return two(seconds, HOUR, "h", MINUTE, "m");
        }
        if (seconds < 2 * DAY) {
            return seconds / HOUR + "h";
        }
        if (seconds < 8 * DAY) {
            return two(seconds, DAY, "d", HOUR, "h");
        }
        if (seconds < 2 * YEAR) {
            return seconds / DAY + "d";
        }
        if (seconds < 8 * YEAR) {
            return two(seconds, YEAR, "y", DAY, "d");
        }
        return seconds / YEAR + "y";
    }

    private static String two(long seconds, long large, String largeUnit, long small, String smallUnit) {
        long rest = seconds % large / small;
        return seconds / large + largeUnit + (rest == 0 ? "" : rest + smallUnit);
    }
}
