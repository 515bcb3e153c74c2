package dev.archipelago.apiserver.structural;

import org.jspecify.annotations.Nullable;

/// One entry of `x-kubernetes-validations`. Texts that are not given are empty.
///
/// @param reason the kind of error a failure is, such as `FieldValueForbidden`
/// @param optionalOldSelf null when it is not given, which is not the same as false to the check of a definition
public record ValidationRule(
        String rule,
        String message,
        String messageExpression,
        String reason,
        String fieldPath,
        @Nullable Boolean optionalOldSelf) {

    /// Whether the rule sees `oldSelf` as an optional value, and so runs where there is no old value too.
    public boolean seesOptionalOldSelf() {
        return Boolean.TRUE.equals(optionalOldSelf);
    }

    /// What a failure says when the rule has no message of its own to compute.
    public String failure() {
        return message.isEmpty() ? "failed rule: " + rule.strip() : message.strip();
    }

    /// How messages refer to the rule.
    public String label() {
        return message.isEmpty() ? rule.strip() : message.strip();
    }
}
