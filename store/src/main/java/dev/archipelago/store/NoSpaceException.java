package dev.archipelago.store;

/// The store refused a commit because it has no room for it. Nothing was changed. Deletions and reads go on, and the
/// store takes the same commit when there is room.
public class NoSpaceException extends StoreException {

    public NoSpaceException(String message) {
        super(message);
    }
}
