package dev.archipelago.apiserver.cel;

/// An expression that does not compile, or has no answer.
public final class ExpressionException extends Exception {
    public ExpressionException(String message) {
        super(message, null, false, false);
    }
}
