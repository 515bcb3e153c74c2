package dev.archipelago.apiserver.cel;

import org.jspecify.annotations.Nullable;

/// A variable of an admission policy.
///
/// @param expression null when it does not compile
/// @param error why it does not compile, or empty
public record PolicyVariable(@Nullable PolicyExpression expression, String error) {}
