package dev.archipelago.apiserver.table;

import dev.archipelago.api.errors.ApiException;

/// How much of its object each row carries.
public enum IncludeObject {
    NONE,
    METADATA,
    OBJECT;

    /// Reads the `includeObject` query parameter; without one, rows carry metadata.
    ///
    /// @throws ApiException 400 when there is no such value
    public static IncludeObject parse(String text) {
        return switch (text) {
            case "None" -> NONE;
            case "Metadata", "" -> METADATA;
            case "Object" -> OBJECT;
            default ->
                throw ApiException.badRequest(
                        "Unable to convert to Table as requested: includeObject: Invalid value: \""
                                + text.replace("\\", "\\\\").replace("\"", "\\\"")
                                + "\": must be 'Metadata', 'Object', 'None', or empty");
        };
    }
}
