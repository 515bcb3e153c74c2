package dev.archipelago.apiserver.decode;

/// What happens when an object has fields that its kind does not know, or has one twice.
public enum FieldValidation {
    /// The request is refused.
    STRICT,
    /// The field is dropped and the client gets a warning.
    WARN,
    /// The field is dropped.
    IGNORE
}
