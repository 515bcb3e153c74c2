package dev.archipelago.controller.remote;

import dev.archipelago.controller.remote.BoundedBody.TooLongException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// The events of a watch, each of a bounded number of bytes. A parser keeps all of an event that does not end.
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

    /// An event has been read to its end.
    ///
    /// @return about how long it was
    long taken() {
        long taken = bytes;
        bytes = 0;
        return taken;
    }

    /// Whether there is no more, also because the connection broke: what was read last may be a part of an event.
    boolean isEnded() {
        return ended;
    }

    boolean isExceeded() {
        return exceeded;
    }
}
