package dev.archipelago.apiserver.table;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// The cells of the row being written.
final class Cells {
    static final String UNKNOWN = "<unknown>";

    private final JsonGenerator out;
    private final Instant now;

    Cells(JsonGenerator out, Instant now) {
        this.out = out;
        this.now = now;
    }

    Cells name(JsonNode object) {
        return text(Values.text(object, "metadata", "name"));
    }

    Cells age(JsonNode object) {
        return text(since(Values.at(object, "metadata", "creationTimestamp")));
    }

    Cells text(String text) {
        out.writeString(text);
        return this;
    }

    Cells number(long number) {
        out.writeNumber(number);
        return this;
    }

    Cells number(double number) {
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            out.writeNumber((long) number);
        } else {
            out.writeNumber(number);
        }
        return this;
    }

    Cells flag(boolean flag) {
        out.writeBoolean(flag);
        return this;
    }

    Cells nothing() {
        out.writeNull();
        return this;
    }

    /// The time since a timestamp, for people.
    String since(JsonNode timestamp) {
        Instant instant = instant(timestamp);
        return instant == null ? UNKNOWN : since(instant);
    }

    String since(Instant instant) {
        return HumanDuration.of(Duration.between(instant, now));
    }

    /// A timestamp, or null where there is none.
    static @Nullable Instant instant(JsonNode timestamp) {
        if (!timestamp.isString()) {
            return null;
        }
        try {
            return Instant.parse(timestamp.stringValue());
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
