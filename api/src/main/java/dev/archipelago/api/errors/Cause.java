package dev.archipelago.api.errors;

/// One entry of `status.details.causes`.
///
/// @param reason such as `FieldValueInvalid` or `FieldManagerConflict`
/// @param field the path of the field at fault, or empty
public record Cause(String reason, String message, String field) {}
