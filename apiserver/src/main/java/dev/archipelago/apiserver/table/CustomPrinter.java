package dev.archipelago.apiserver.table;

import dev.archipelago.api.jsonpath.JsonPath;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Custom kinds, by the columns their definition asks for.
final class CustomPrinter implements Printer {
    private record Source(String type, JsonPath path) {}

    private final List<Source> sources;

    private CustomPrinter(List<Source> sources) {
        this.sources = sources;
    }

    static Table table(JsonNode definitions) {
        if (definitions.isEmpty()) {
            return GenericPrinters.NAME_AND_AGE;
        }
        List<Column> columns = new ArrayList<>(List.of(Column.NAME));
        List<Source> sources = new ArrayList<>();
        for (JsonNode definition : definitions) {
            String path = Values.text(definition, "jsonPath");
            String type = Values.text(definition, "type");
            sources.add(new Source(type, JsonPath.compile(path)));
            columns.add(new Column(
                    Values.text(definition, "name"),
                    type,
                    Values.text(definition, "format"),
                    Values.or(Values.text(definition, "description"), "Value at " + path),
                    (int) Values.number(definition, "priority")));
        }
        return Table.of(new CustomPrinter(List.copyOf(sources)), columns);
    }

    @Override
    public void print(JsonNode object, Cells cells) {
        cells.name(object);
        for (Source source : sources) {
            JsonNode value = source.path.first(object);
            if (value == null) {
                cells.nothing();
            } else {
                print(source.type, value, cells);
            }
        }
    }

    private static void print(String type, JsonNode value, Cells cells) {
        switch (type) {
            case "string" -> cells.text(ValueText.of(value));
            case "integer" -> {
                if (value.isNumber()) {
                    cells.number(value.isIntegralNumber() ? value.longValue() : (long) value.doubleValue());
                } else {
                    cells.nothing();
                }
            }
            case "number" -> {
                if (value.isNumber()) {
                    cells.number(value.doubleValue());
                } else {
                    cells.nothing();
                }
            }
            case "boolean" -> {
                if (value.isBoolean()) {
                    cells.flag(value.booleanValue());
                } else {
                    cells.nothing();
                }
            }
            case "date" -> {
                if (value.isString()) {
                    cells.text(age(value.stringValue(), cells));
                } else {
                    cells.nothing();
                }
            }
            default -> cells.nothing();
        }
    }

    private static String age(String timestamp, Cells cells) {
        if (timestamp.isEmpty()) {
            return Cells.UNKNOWN;
        }
        @Nullable Instant instant = parsed(timestamp);
        return instant == null ? "<invalid>" : cells.since(instant);
    }

    private static @Nullable Instant parsed(String timestamp) {
        try {
            return Instant.parse(timestamp);
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
