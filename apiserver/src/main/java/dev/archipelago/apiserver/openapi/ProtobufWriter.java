package dev.archipelago.apiserver.openapi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Writes one protobuf message. Fields with the default value are left out, as proto3 does.
final class ProtobufWriter {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH_DELIMITED = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    void string(int field, String value) {
        if (!value.isEmpty()) {
            element(field, value);
        }
    }

    /// An element of a repeated field, which counts even when it is empty.
    void element(int field, String value) {
        bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    void bool(int field, boolean value) {
        integer(field, value ? 1 : 0);
    }

    void integer(int field, long value) {
        if (value != 0) {
            tag(field, VARINT);
            varint(value);
        }
    }

    void number(int field, double value) {
        if (value != 0) {
            tag(field, FIXED_64);
            long bits = Double.doubleToLongBits(value);
            for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
                out.write((int) (bits >>> shift));
            }
        }
    }

    /// A message counts even when it is empty: it tells that the field is there.
    void message(int field, ProtobufWriter message) {
        bytes(field, message.out.toByteArray());
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    private void bytes(int field, byte[] value) {
        tag(field, LENGTH_DELIMITED);
        varint(value.length);
        out.writeBytes(value);
    }

    private void tag(int field, int wireType) {
        varint(((long) field << 3) | wireType);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
