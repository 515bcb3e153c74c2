package dev.archipelago.apiserver.protobuf;

/// A field of a [Message].
///
/// @param name in JSON; empty for a message whose fields are those of the object around it
/// @param omittedWhenZero whether JSON does not have the field when its value is zero or empty
record MessageField(int number, String name, Form form, Shape shape, boolean omittedWhenZero) {
    enum Form {
        ONE,
        INLINE,
        LIST,
        MAP
    }
}
