package dev.archipelago.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongConsumer;

/// A time written into an annotation, and found again in a stream of watch events without parsing them.
///
/// One instance reads one stream; an annotation may be split over pieces of it.
public final class Stamp {
    private static final String NAME = "/update-was-sent-at";

    /// Its first byte occurs in it only once, on which the search relies.
    private static final byte[] MARK = (NAME + "\":\"").getBytes(StandardCharsets.US_ASCII);

    private static final int[] JUMPS = jumps();
    private static final long EPOCH = System.nanoTime();

    private int matched;
    private long value;

    /// A merge patch that leaves a time in an object.
    public static byte[] patch(long time) {
        String annotation = "\"bench.archipelago.dev" + NAME + "\":\"" + time + '"';
        return ("{\"metadata\":{\"annotations\":{" + annotation + "}}}").getBytes(StandardCharsets.UTF_8);
    }

    /// Nanoseconds, never negative.
    static long now() {
        return System.nanoTime() - EPOCH;
    }

    /// Looks through the next piece of the stream, which is not consumed, and reports all times that end in it.
    public void find(ByteBuffer piece, LongConsumer found) {
        int at = piece.position();
        int end = piece.limit();
        while (at < end) {
            if (matched == 0) {
                at = jump(piece, at, end);
                if (at == end) {
                    return;
                }
            }
            byte next = piece.get(at++);
            if (matched < MARK.length) {
                matched = next == MARK[matched] ? matched + 1 : next == MARK[0] ? 1 : 0;
            } else if (next == '"') {
                found.accept(value);
                matched = 0;
                value = 0;
            } else {
                value = value * 10 + (next - '0');
            }
        }
    }

    /// The first place from here on where the mark may begin.
    private static int jump(ByteBuffer piece, int from, int end) {
        int at = from;
        while (at + MARK.length <= end) {
            int jump = JUMPS[piece.get(at + MARK.length - 1) & 0xff];
            if (jump == 0) {
                return at;
            }
            at += jump;
        }
        return at;
    }

    /// How far the search may move when the byte that would be the mark's last is this one.
    private static int[] jumps() {
        int[] jumps = new int[256];
        Arrays.fill(jumps, MARK.length);
        for (int i = 0; i < MARK.length; i++) {
            jumps[MARK[i] & 0xff] = MARK.length - 1 - i;
        }
        return jumps;
    }
}
