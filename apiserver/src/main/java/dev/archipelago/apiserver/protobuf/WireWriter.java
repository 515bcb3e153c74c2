package dev.archipelago.apiserver.protobuf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes messages from their end to their beginning: what is written first comes last. So the length of what is
/// inside a field is known when it has to be written, which is before it.
final class WireWriter {
    private static final int VARINT_BYTES_MAX = 10;

    private byte[] bytes = new byte[1024];
    private int start = bytes.length;

    /// How much there is so far.
    int length() {
        return bytes.length - start;
    }

    void raw(byte[] value) {
        makeRoom(value.length);
        start -= value.length;
        System.arraycopy(value, 0, bytes, start, value.length);
    }

    void varint(int number, long value) {
        varint(value);
        tag(number, WireReader.VARINT);
    }

    void fixed64(int number, long value) {
        raw(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array());
        tag(number, WireReader.FIXED64);
    }

    void bytes(int number, byte[] value) {
        int before = length();
        raw(value);
        enclose(number, before);
    }

    void string(int number, String value) {
        bytes(number, value.getBytes(StandardCharsets.UTF_8));
    }

    /// Makes a field of all that has been written since.
    ///
    /// @param before the length at that time
    void enclose(int number, int before) {
        varint(length() - before);
        tag(number, WireReader.LENGTH);
    }

    byte[] toBytes() {
        return Arrays.copyOfRange(bytes, start, bytes.length);
    }

    private void tag(int number, int wireType) {
        varint((long) number << 3 | wireType);
    }

    private void varint(long value) {
        makeRoom(VARINT_BYTES_MAX);
        int size = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
        start -= size;
        long rest = value;
        for (int at = start; at < start + size - 1; at++) {
            bytes[at] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[start + size - 1] = (byte) rest;
    }

    private void makeRoom(int count) {
        if (count <= start) {
            return;
        }
        int used = length();
        byte[] larger = new byte[Math.max(Math.multiplyExact(bytes.length, 2), Math.addExact(used, count))];
        System.arraycopy(bytes, start, larger, larger.length - used, used);
        bytes = larger;
        start = larger.length - used;
    }
}
