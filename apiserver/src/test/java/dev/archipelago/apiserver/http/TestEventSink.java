package dev.archipelago.apiserver.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.jetty.util.Callback;

/// A connection that takes what it is sent when the test says so.
final class TestEventSink implements WatchStream.EventSink {
    final List<String> sent = new ArrayList<>();
    final List<Throwable> aborted = new ArrayList<>();
    final Deque<Callback> untaken = new ArrayDeque<>();
    boolean ended;

    @Override
    public void write(boolean last, ByteBuffer bytes, Callback callback) {
        sent.add(StandardCharsets.UTF_8.decode(bytes).toString());
        ended |= last;
        untaken.add(callback);
    }

    @Override
    public void abort(Throwable reason) {
        aborted.add(reason);
    }

    @Override
    public void done() {}
}
