package dev.archipelago.store;

import org.jspecify.annotations.Nullable;

/// One version of one key. Shared by all readers; [#value()] must not be modified.
public final class KeyValue {
    private final String key;
    private final byte[] value;
    private final long createRevision;
    private final long modRevision;
    private volatile @Nullable Object memo;

    public KeyValue(String key, byte[] value, long createRevision, long modRevision) {
        this.key = key;
        this.value = value;
        this.createRevision = createRevision;
        this.modRevision = modRevision;
    }

    public String key() {
        return key;
    }

    public byte[] value() {
        return value;
    }

    /// The revision that brought this key into being (anew after each deletion).
    public long createRevision() {
        return createRevision;
    }

    /// The revision that wrote this version.
    public long modRevision() {
        return modRevision;
    }

    /// What a reader derived from this version and left here for the next one, or null. It lives as long as the
    /// version does. The store does not look at it.
    public @Nullable Object memo() {
        return memo;
    }

    public void memo(Object derived) {
        memo = derived;
    }

    @Override
    public String toString() {
        return key + "@" + modRevision + "[" + value.length + " bytes]";
    }
}
