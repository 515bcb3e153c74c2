package dev.archipelago.model.generator;

/// A field of a protobuf message.
///
/// @param name as the message has it, which is not always the name in JSON
/// @param shape `[]` or `{}` or nothing, then a scalar, `any` or the name of a message
record MessageField(int number, String name, String shape) {

    /// Whether this is one message, neither a list nor a map of them.
    boolean isMessage() {
        return shape.indexOf('.') >= 0 && shape.charAt(0) != '[' && shape.charAt(0) != '{';
    }

    String element() {
        return shape.substring(Math.max(shape.lastIndexOf(']'), shape.lastIndexOf('}')) + 1);
    }
}
