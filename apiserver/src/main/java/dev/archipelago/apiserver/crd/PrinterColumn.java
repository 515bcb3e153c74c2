package dev.archipelago.apiserver.crd;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A column of a table beside the name.
///
/// @param type `integer`, `number`, `string`, `boolean` or `date`
/// @param priority above 0 for columns that are shown only in wide tables
public record PrinterColumn(
        String name, String type, String format, String description, String jsonPath, int priority) {

    /// What there is when a definition names no columns.
    public static final PrinterColumn AGE = new PrinterColumn(
            "Age",
            "date",
            "",
            "CreationTimestamp is a timestamp representing the server time when this object was created. It is not"
                    + " guaranteed to be set in happens-before order across separate operations. Clients may not set this"
                    + " value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only."
                    + " Null for lists. More info:"
                    + " https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
            ".metadata.creationTimestamp",
            0);

    static List<PrinterColumn> of(JsonNode columns) {
        if (columns.isEmpty()) {
            return List.of(AGE);
        }
        List<PrinterColumn> parsed = new ArrayList<>(columns.size());
        for (JsonNode column : columns) {
            String path = Json.text(column, "jsonPath");
            String description = Json.text(column, "description");
            parsed.add(new PrinterColumn(
                    Json.text(column, "name"),
                    Json.text(column, "type"),
                    Json.text(column, "format"),
                    description.isEmpty()
                            ? "Custom resource definition column (in JSONPath format): " + path
                            : description,
                    path,
                    column.path("priority").asInt(0)));
        }
        return List.copyOf(parsed);
    }
}
