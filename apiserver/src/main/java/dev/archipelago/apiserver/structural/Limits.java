package dev.archipelago.apiserver.structural;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a schema asks of a value beyond its type. The parts are null where the schema asks for nothing.
///
/// @param format checks the text of a string; int and float formats are a part of the numbers
record Limits(
        @Nullable Text text,
        @Nullable TextFormat format,
        @Nullable Numbers numbers,
        @Nullable Size items,
        boolean uniqueItems,
        @Nullable Size properties,
        @Nullable List<JsonNode> values,
        @Nullable Alternatives alternatives) {

    static final Limits NONE = new Limits(null, null, null, null, false, null, null, null);

    /// Lengths in characters.
    record Text(Size length, @Nullable TextPattern pattern) {}

    /// A minimum and a maximum, both inclusive.
    record Size(long min, long max) {
        static final long UNLIMITED = Long.MAX_VALUE;
    }

    /// @param format `int32`, `float`, or empty where the range of the type needs no check
    record Numbers(
            @Nullable Bound minimum,
            @Nullable Bound maximum,
            @Nullable Double multipleOf,
            String format) {}

    record Bound(double value, boolean exclusive) {}

    record Alternatives(
            List<SchemaNode> anyOf,
            List<SchemaNode> oneOf,
            List<SchemaNode> allOf,
            @Nullable SchemaNode not) {}
}
