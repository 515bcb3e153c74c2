package dev.archipelago.apiserver.decode;

/// JSON that is malformed or does not fit its schema; the message is meant for the client.
final class UnfitException extends RuntimeException {
    private final String asPatched;
    private final boolean strict;

    UnfitException(String message) {
        this(message, message);
    }

    /// @param asPatched what is said where the value came from a strategic merge patch
    UnfitException(String message, String asPatched) {
        this(message, asPatched, false);
    }

    private UnfitException(String message, String asPatched, boolean strict) {
        super(message, null, false, false);
        this.asPatched = asPatched;
        this.strict = strict;
    }

    /// For what only a strict client minds.
    static UnfitException strict(String message) {
        return new UnfitException(message, message, true);
    }

    String asPatched() {
        return asPatched;
    }

    boolean isStrict() {
        return strict;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
