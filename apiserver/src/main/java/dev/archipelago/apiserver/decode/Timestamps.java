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
        if (text.isEmpty() || isPlain(text)) {
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

    /// Whether it is certainly a time in the form that Kubernetes writes. Nearly all are, every object has some, and
    /// a formatter is slow. The last days of months are left to it.
    private static boolean isPlain(String text) {
        return text.length() == SECONDS_LENGTH
                && isPair(text, 0, 0, 99)
                && isPair(text, 2, 0, 99)
                && text.charAt(4) == '-'
                && isPair(text, 5, 1, 12)
                && text.charAt(7) == '-'
                && isPair(text, 8, 1, 28)
                && text.charAt(10) == 'T'
                && isPair(text, 11, 0, 23)
                && text.charAt(13) == ':'
                && isPair(text, 14, 0, 59)
                && text.charAt(16) == ':'
                && isPair(text, 17, 0, 59)
                && text.charAt(19) == 'Z';
    }

    private static boolean isPair(String text, int at, int min, int max) {
        int tens = text.charAt(at) - '0';
        int units = text.charAt(at + 1) - '0';
        int value = 10 * tens + units;
        return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 && value >= min && value <= max;
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
