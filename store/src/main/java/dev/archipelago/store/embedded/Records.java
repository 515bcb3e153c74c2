package dev.archipelago.store.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.mvcc.Version;
import java.nio.ByteBuffer;

/// How a version is written in RocksDB.
///
/// The database key is the revision (8 bytes, big endian) and the position within its transaction (4 bytes), so that
/// a scan sees versions in the order they were made. The database value is one byte that is 1 for a deletion, the
/// create revision (8 bytes), the length of the key (4 bytes), the key and the value.
final class Records {
    static final int KEY_BYTES = 12;
    private static final int HEADER_BYTES = 13;
    private static final byte PUT = 0;
    private static final byte DELETION = 1;

    private Records() {}

    static void encodeKey(Version version, ByteBuffer into) {
        into.clear().putLong(version.revision()).putInt(version.position()).flip();
    }

    static byte[] key(Version version) {
        return ByteBuffer.allocate(KEY_BYTES)
                .putLong(version.revision())
                .putInt(version.position())
                .array();
    }

    static int encodedBytes(Version version) {
        return HEADER_BYTES + version.key().length() + version.keyValue().value().length;
    }

    static void encode(Version version, ByteBuffer into) {
        KeyValue keyValue = version.keyValue();
        byte[] key = keyValue.key().getBytes(ISO_8859_1);
        into.clear()
                .put(version.deleted() ? DELETION : PUT)
                .putLong(keyValue.createRevision())
                .putInt(key.length)
                .put(key)
                .put(keyValue.value())
                .flip();
    }

    /// Reads a version back.
    ///
    /// @throws IllegalArgumentException when the bytes are not a record
    static Version decode(ByteBuffer databaseKey, ByteBuffer record) {
        if (databaseKey.remaining() != KEY_BYTES || record.remaining() < HEADER_BYTES) {
            throw new IllegalArgumentException("a record is too short");
        }
        long revision = databaseKey.getLong();
        int position = databaseKey.getInt();
        byte kind = record.get();
        long createRevision = record.getLong();
        int keyLength = record.getInt();
        if (keyLength <= 0 || keyLength > record.remaining() || (kind != PUT && kind != DELETION)) {
            throw new IllegalArgumentException("the record of revision " + revision + " makes no sense");
        }
        byte[] key = new byte[keyLength];
        record.get(key);
        String name = new String(key, ISO_8859_1);
        if (kind == DELETION) {
            return Version.delete(name, revision, position);
        }
        byte[] value = new byte[record.remaining()];
        record.get(value);
        return Version.put(new KeyValue(name, value, createRevision, revision), position);
    }
}
