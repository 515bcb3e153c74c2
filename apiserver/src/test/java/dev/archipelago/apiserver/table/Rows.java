package dev.archipelago.apiserver.table;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Prints one object and shows its cells, for tests to compare.
final class Rows {
    static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");

    /// Objects of tests are written without the noise of JSON: names bare, strings in single quotes.
    private static final JsonMapper RELAXED = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES, JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES)
            .build();

    private Rows() {}

    /// An object called `x` that is five minutes old.
    static ObjectNode object(String text) {
        ObjectNode object = (ObjectNode) RELAXED.readTree(text);
        ObjectNode metadata = object.withObject("metadata");
        if (!metadata.has("name")) {
            metadata.put("name", "x");
        }
        metadata.put("creationTimestamp", ago(300));
        return object;
    }

    static JsonNode tree(String text) {
        return RELAXED.readTree(text);
    }

    static String ago(long seconds) {
        return NOW.minusSeconds(seconds).toString();
    }

    static String cells(Table table, JsonNode object) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TableWriter(table, "meta.k8s.io/v1", IncludeObject.NONE, InstantSource.fixed(NOW)).writeObject(object, out);
        JsonNode cells =
                RELAXED.readTree(out.toByteArray()).path("rows").path(0).path("cells");
        List<String> texts = new ArrayList<>();
        cells.forEach(cell -> texts.add(cell.isString() ? cell.stringValue() : '#' + cell.toString()));
        if (texts.size() != table.columns().size()) {
            throw new AssertionError(
                    texts.size() + " cells in " + table.columns().size() + " columns: " + texts);
        }
        return String.join(" | ", texts);
    }

    static String cells(String kind, String text) {
        int slash = kind.lastIndexOf('/');
        return cells(Table.of(kind.substring(0, slash), kind.substring(slash + 1)), object(text));
    }
}
