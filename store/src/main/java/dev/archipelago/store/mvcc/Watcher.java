package dev.archipelago.store.mvcc;

import dev.archipelago.store.StoreException;
import dev.archipelago.store.Watch;
import dev.archipelago.store.WatchEvent;
import dev.archipelago.store.WatchListener;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One watch. Everything but the closed flag belongs to the dispatcher's thread.
final class Watcher implements Watch {
    private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);

    private final String prefix;
    private final WatchListener listener;
    private final Dispatcher dispatcher;
    private volatile boolean closed;

    /// Everything up to here has been delivered; kept only until the watch is live.
    private long position;

    Watcher(String prefix, long fromRevision, WatchListener listener, Dispatcher dispatcher) {
        this.prefix = prefix;
        this.position = fromRevision - 1;
        this.listener = listener;
        this.dispatcher = dispatcher;
    }

    String prefix() {
        return prefix;
    }

    long position() {
        return position;
    }

    void position(long revision) {
        position = revision;
    }

    boolean closed() {
        return closed;
    }

    boolean ready() {
        try {
            return listener.isReady();
        } catch (RuntimeException e) {
            // What is wrong with it will show when it is told.
            return true;
        }
    }

    /// Delivers what is newer than this watcher's position.
    ///
    /// @throws RuntimeException whatever the listener throws
    void deliver(List<WatchEvent> events) {
        if (closed || events.isEmpty()) {
            return;
        }
        if (events.getFirst().revision() > position) {
            listener.onEvents(events);
        } else if (events.getLast().revision() > position) {
            var newer = new ArrayList<WatchEvent>();
            for (WatchEvent event : events) {
                if (event.revision() > position) {
                    newer.add(event);
                }
            }
            listener.onEvents(newer);
        }
    }

    void deliverProgress(long revision) {
        if (!closed) {
            listener.onProgress(revision);
        }
    }

    void end(StoreException reason) {
        if (closed) {
            return;
        }
        closed = true;
        try {
            listener.onEnd(reason);
        } catch (RuntimeException | Error e) {
            LOG.warn("A watch listener failed when told that its watch had ended", e);
        }
    }

    @Override
    public void requestProgress() {
        dispatcher.requestProgress(this);
    }

    @Override
    public void close() {
        closed = true;
        dispatcher.remove(this);
    }
}
