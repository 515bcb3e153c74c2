package dev.archipelago.apiserver.cel;

/// Ends the evaluation of an expression that names something without a value.
final class VariableException extends RuntimeException {
    VariableException(String message) {
        super(message, null, false, false);
    }
}
