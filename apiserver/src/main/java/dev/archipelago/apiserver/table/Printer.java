package dev.archipelago.apiserver.table;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Fills the cells of one row, as many as its table has columns.
@FunctionalInterface
interface Printer {

    void print(JsonNode object, Cells cells);

    /// Whether the object has come to its end, and how; null while it has not.
    default @Nullable Completion completion(JsonNode object) {
        return null;
    }

    /// The end of an object, which clients may use to leave its row out.
    record Completion(String reason, String message) {}
}
