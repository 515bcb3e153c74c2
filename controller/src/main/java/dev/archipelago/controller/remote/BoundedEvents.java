package dev.archipelago.controller.remote;

import dev.archipelago.controller.remote.BoundedBody.TooLongException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A stream of watch events, each of limited size. Without the limit, a parser would buffer an event that never
/// ends. Read by one thread.
final class BoundedEvents extends FilterInputStream {
    private final long bytesMax;
    private long bytes;
    private boolean exceeded;
    private boolean ended;

    BoundedEvents(InputStream in, long bytesMax) {
        super(in);
        this.bytesMax = bytesMax;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count;
        try {
            count = super.read(target, offset, length);
        } catch (IOException e) {
            ended = true;
            throw e;
        }
        ended |= count < 0;
        bytes += Math.max(0, count);
        if (bytes > bytesMax) {
            exceeded = true;
            throw new TooLongException(bytesMax);
        }
        return count;
    }

    /// Starts to count for the next event, after one has been parsed.
    ///
    /// @return the approximate size of the parsed event
    long nextEvent() {
        long size = bytes;
        bytes = 0;
        return size;
    }

    /// Whether the stream has ended, or the connection broke; the last event may then be incomplete.
    boolean isEnded() {
        return ended;
    }

    boolean isExceeded() {
        return exceeded;
    }
}
