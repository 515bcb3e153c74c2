package dev.archipelago.store.mvcc;

import dev.archipelago.store.KeyValue;
import org.jspecify.annotations.Nullable;

/// One version of one key, linked to the version it replaced for as long as that one is kept.
public final class Version {
    private static final byte[] NOTHING = new byte[0];

    private final KeyValue keyValue;
    private final int position;
    private final boolean deleted;
    private volatile @Nullable Version older;

    private Version(KeyValue keyValue, int position, boolean deleted) {
        this.keyValue = keyValue;
        this.position = position;
        this.deleted = deleted;
    }

    /// A version that holds a value.
    ///
    /// @param position which of its transaction's changes this is, from 0
    public static Version put(KeyValue keyValue, int position) {
        return new Version(keyValue, position, false);
    }

    public static Version delete(String key, long revision, int position) {
        return new Version(new KeyValue(key, NOTHING, 0, revision), position, true);
    }

    public KeyValue keyValue() {
        return keyValue;
    }

    public String key() {
        return keyValue.key();
    }

    public long revision() {
        return keyValue.modRevision();
    }

    public int position() {
        return position;
    }

    public boolean deleted() {
        return deleted;
    }

    @Nullable
    Version older() {
        return older;
    }

    void older(@Nullable Version version) {
        older = version;
    }
}
