package dev.archipelago.apiserver.apply;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Managed fields as short lines.
final class TestingManagedFields {
    static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    static final Instant T1 = T0.plusSeconds(1);
    static final Instant T2 = T0.plusSeconds(2);
    static final Instant T3 = T0.plusSeconds(3);

    private TestingManagedFields() {}

    /// One line per entry: manager, operation, time and fields.
    static List<String> owners(ObjectNode object) {
        List<String> lines = new ArrayList<>();
        for (JsonNode entry : object.path("metadata").path("managedFields")) {
            String subresource = entry.path("subresource").asString("");
            lines.add("%s%s %s %s %s"
                    .formatted(
                            entry.path("manager").asString(""),
                            subresource.isEmpty() ? "" : "/" + subresource,
                            entry.path("operation").asString(""),
                            entry.path("time").asString(""),
                            entry.path("fieldsV1")));
        }
        return lines;
    }

    /// One line per entry, without the time.
    static List<String> ownersWithoutTime(ObjectNode object) {
        return owners(object).stream()
                .map(line -> line.replaceFirst(" \\d{4}-\\S+Z", ""))
                .toList();
    }
}
