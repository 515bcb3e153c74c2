package dev.archipelago.apiserver.objects;

import dev.archipelago.api.objects.Stored;
import dev.archipelago.store.KeyValue;

/// Reads entries of the store as the objects that they are.
public final class StoredObjects {
    private StoredObjects() {}

    /// The object of an entry; it shares its bytes with the store.
    public static Stored of(KeyValue entry) {
        return new Stored(entry.value(), entry.modRevision());
    }
}
