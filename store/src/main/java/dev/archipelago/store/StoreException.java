package dev.archipelago.store;

/// The store could not do what was asked. For a commit the outcome is unknown unless a subclass says otherwise.
public class StoreException extends RuntimeException {

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
