package dev.archipelago.cli.report;

import dev.archipelago.api.objects.Texts;
import dev.archipelago.apiserver.table.HumanDuration;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// Formats ages as kubectl does.
final class Age {
    private Age() {}

    /// The time since then; empty for an invalid time.
    static String of(JsonNode time, Instant now) {
        return Texts.time(time)
                .map(when -> HumanDuration.of(Duration.between(when, now)))
                .orElse("");
    }
}
