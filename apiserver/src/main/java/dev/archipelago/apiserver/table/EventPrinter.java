package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Column.wide;
import static dev.archipelago.apiserver.table.Values.or;

import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Events, in the form of either group that serves them.
final class EventPrinter {
    static final Table EVENT = Table.of(
            EventPrinter::print,
            text("Last Seen", "Time since the event was last observed"),
            text("Type", "Normal or Warning"),
            text("Reason", "Why it happened, in a word"),
            text("Object", "Object the event is about"),
            wide("Subobject", "Part of the object the event is about"),
            wide("Source", "Component that reported the event"),
            text("Message", "What happened"),
            wide("First Seen", "Time since the event was first observed"),
            wide("Count", "How often the event was observed"),
            new Column("Name", "string", "name", Column.NAME.description(), 1));

    private EventPrinter() {}

    private static void print(JsonNode event, Cells cells) {
        JsonNode regarding = either(event, "involvedObject", "regarding");
        JsonNode series = event.path("series");
        String first = or(
                seen(either(event, "firstTimestamp", "deprecatedFirstTimestamp"), cells),
                cells.since(event.path("eventTime")));
        String last = or(seen(either(event, "lastTimestamp", "deprecatedLastTimestamp"), cells), first);
        long count = Math.max(1, Values.number(event, "count") + Values.number(event, "deprecatedCount"));
        if (Values.isPresent(series)) {
            last = cells.since(series.path("lastObservedTime"));
            count = Values.number(series, "count");
        }
        cells.text(last)
                .text(Values.text(event, "type"))
                .text(Values.text(event, "reason"))
                .text(target(regarding))
                .text(Values.text(regarding, "fieldPath"))
                .text(source(event))
                .text(Values.string(either(event, "message", "note")).strip())
                .text(first)
                .number(count)
                .name(event);
    }

    /// What core events call one thing, the other group calls another.
    private static JsonNode either(JsonNode event, String coreName, String otherName) {
        JsonNode value = event.path(coreName);
        return Values.isPresent(value) ? value : event.path(otherName);
    }

    private static String seen(JsonNode timestamp, Cells cells) {
        return Values.isPresent(timestamp) ? cells.since(timestamp) : "";
    }

    private static String target(JsonNode regarding) {
        String kind = Values.text(regarding, "kind").toLowerCase(Locale.ROOT);
        String name = Values.text(regarding, "name");
        return name.isEmpty() ? kind : kind + '/' + name;
    }

    private static String source(JsonNode event) {
        JsonNode source = either(event, "source", "deprecatedSource");
        String component = or(
                Values.text(source, "component"),
                Values.string(either(event, "reportingComponent", "reportingController")));
        String host = or(Values.text(source, "host"), Values.text(event, "reportingInstance"));
        return host.isEmpty() ? component : component + ", " + host;
    }
}
