package dev.archipelago.apiserver.protobuf;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What a value is: one plain JSON value, or a message.
sealed interface Shape permits Shape.Leaf, Message {

    /// One plain JSON value; what follows BYTES is a small message of its own in protobuf.
    enum Leaf implements Shape {
        STRING,
        BOOLEAN,
        INT32,
        INT64,
        DOUBLE,
        BYTES,
        TIME,
        MICRO_TIME,
        QUANTITY,
        INT_OR_STRING,
        /// JSON text
        ANY;

        static final Map<String, Leaf> BY_NAME = new TreeMap<>();

        static {
            for (Leaf leaf : values()) {
                BY_NAME.put(leaf.name().toLowerCase(Locale.ROOT).replace('_', '-'), leaf);
            }
        }

        int wireType() {
            return switch (this) {
                case BOOLEAN, INT32, INT64 -> WireReader.VARINT;
                case DOUBLE -> WireReader.FIXED64;
                case STRING, BYTES, TIME, MICRO_TIME, QUANTITY, INT_OR_STRING, ANY -> WireReader.LENGTH;
            };
        }
    }
}
