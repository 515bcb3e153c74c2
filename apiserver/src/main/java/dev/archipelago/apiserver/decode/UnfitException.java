package dev.archipelago.apiserver.decode;

/// JSON that is malformed or does not fit its schema; the message is meant for the client.
final class UnfitException extends RuntimeException {
    UnfitException(String message) {
        super(message, null, false, false);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
