package dev.archipelago.apiserver.decode;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// RFC 3339 times in the two forms that Kubernetes writes: whole seconds and microseconds, both in UTC.
final class Timestamps {
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'");
    private static final int SECONDS_LENGTH = "2006-01-02T15:04:05Z".length();

    private Timestamps() {}

    /// The time with whole seconds: the same string if it has that form, null if it is no time. An empty text is the
    /// zero time.
    static @Nullable String canonicalSeconds(String text) {
        if (text.isEmpty()) {
            return text;
        }
        OffsetDateTime time = parse(text);
        if (time == null) {
            return null;
        }
        return text.length() == SECONDS_LENGTH && text.endsWith("Z") && !text.endsWith("60Z")
                ? text
                : time.toInstant().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    static @Nullable String canonicalMicros(String text) {
        if (text.isEmpty()) {
            return text;
        }
        OffsetDateTime time = parse(text);
        if (time == null) {
            return null;
        }
        Instant instant = time.toInstant().truncatedTo(ChronoUnit.MICROS);
        String canonical = MICROS.format(instant.atOffset(ZoneOffset.UTC));
        return canonical.equals(text) ? text : canonical;
    }

    private static @Nullable OffsetDateTime parse(String text) {
        // The formatter of the JDK also takes times without seconds and with seconds in the offset.
        if (text.length() < SECONDS_LENGTH || text.charAt(16) != ':') {
            return null;
        }
        try {
            return OffsetDateTime.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
