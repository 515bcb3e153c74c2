package dev.archipelago.apiserver.protobuf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Walks the bytes of a message and of the messages inside it. Never reads beyond the innermost message that
/// was entered.
final class WireReader {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int LENGTH = 2;
    static final int FIXED32 = 5;

    private static final int VARINT_BITS_MAX = 70;
    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] bytes;
    private int position;
    private int end;

    WireReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    boolean atEnd() {
        return position >= end;
    }

    int position() {
        return position;
    }

    int end() {
        return end;
    }

    /// The number of the next field, above three bits of wire type.
    int tag() {
        long tag = varint();
        if (tag >>> 3 == 0 || tag >>> 32 != 0) {
            throw new MalformedProtobufException("illegal field tag " + Long.toUnsignedString(tag));
        }
        return (int) tag;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < VARINT_BITS_MAX; shift += 7) {
            if (position >= end) {
                throw truncated();
            }
            byte next = bytes[position++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedProtobufException("a number has more than ten bytes");
    }

    long fixed64() {
        int start = advance(Long.BYTES);
        return ByteBuffer.wrap(bytes, start, Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    /// Limits this reader to the message, string or packed list that begins here with its length.
    ///
    /// @return what to give to [#leave]
    int enter() {
        int length = length();
        int outer = end;
        end = position + length;
        return outer;
    }

    void leave(int outer) {
        position = end;
        end = outer;
    }

    String string() {
        int length = length();
        int start = advance(length);
        String text = new String(bytes, start, length, StandardCharsets.UTF_8);
        // The quick decoding puts this character where bytes make no sense, but it may also have been sent.
        return text.indexOf(REPLACEMENT) < 0 ? text : strictly(start, length);
    }

    /// A copy of the rest of what was entered.
    byte[] rest() {
        byte[] rest = new byte[end - position];
        System.arraycopy(bytes, position, rest, 0, rest.length);
        return rest;
    }

    void skip(int wireType) {
        switch (wireType) {
            case VARINT -> varint();
            case FIXED64 -> advance(Long.BYTES);
            case LENGTH -> advance(length());
            case FIXED32 -> advance(Integer.BYTES);
            default -> throw new MalformedProtobufException("illegal wire type " + wireType);
        }
    }

    private int length() {
        long length = varint();
        if (length < 0 || length > end - position) {
            throw truncated();
        }
        return (int) length;
    }

    private int advance(int count) {
        if (count > end - position) {
            throw truncated();
        }
        int start = position;
        position += count;
        return start;
    }

    private String strictly(int start, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, start, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedProtobufException("a string is not UTF-8");
        }
    }

    private static MalformedProtobufException truncated() {
        return new MalformedProtobufException("unexpected end of data");
    }
}
