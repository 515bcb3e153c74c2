package dev.archipelago.model.schema;

import java.util.List;

/// The shape of a JSON value, as far as decoding, patching, server-side apply and OpenAPI need it.
public sealed interface Schema permits Schema.Scalar, Schema.Any, Schema.ListOf, Schema.MapOf, Struct {

    /// A leaf value.
    record Scalar(ScalarType type) implements Schema {}

    /// Any JSON at all; merged as one piece.
    record Any() implements Schema {}

    /// A list. `mapKeys` is not empty exactly for [ListType#MAP].
    record ListOf(Schema element, ListType listType, List<String> mapKeys) implements Schema {
        public ListOf {
            mapKeys = List.copyOf(mapKeys);
        }
    }

    /// A JSON object with free keys. Atomic maps are owned and replaced whole by server-side apply.
    record MapOf(Schema value, boolean atomic) implements Schema {}

    enum ListType {
        ATOMIC,
        SET,
        MAP
    }

    enum ScalarType {
        STRING,
        BOOLEAN,
        INT32,
        INT64,
        DOUBLE,
        /// base64 text
        BYTES,
        /// RFC 3339, whole seconds
        TIME,
        /// RFC 3339 with microseconds
        MICRO_TIME,
        DURATION,
        QUANTITY,
        INT_OR_STRING
    }
}
