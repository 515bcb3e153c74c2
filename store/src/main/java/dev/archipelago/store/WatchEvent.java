package dev.archipelago.store;

import java.util.Optional;

/// One change of one key.
///
/// @param current the new version; for a deletion, the key with an empty value and the deleting revision
/// @param previous the version it replaced, if the key existed
/// @param deleted whether the key is gone
public record WatchEvent(KeyValue current, Optional<KeyValue> previous, boolean deleted) {

    public String key() {
        return current.key();
    }

    public long revision() {
        return current.modRevision();
    }
}
