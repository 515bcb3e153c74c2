package dev.archipelago.store;

import java.time.Duration;

/// How much of the past a store keeps by itself. Whatever exceeds one of these is compacted.
///
/// @param bytesMax about how much heap superseded versions may take
/// @param revisionsMax how many past revisions stay readable and watchable
/// @param ageMax how long past revisions stay readable and watchable
public record HistoryLimits(long bytesMax, long revisionsMax, Duration ageMax) {
    public static final HistoryLimits DEFAULT = new HistoryLimits(32L << 20, 100_000, Duration.ofMinutes(5));

    public HistoryLimits {
        if (bytesMax < 0 || revisionsMax < 0 || ageMax.isNegative()) {
            throw new IllegalArgumentException("a history limit must not be negative");
        }
    }
}
