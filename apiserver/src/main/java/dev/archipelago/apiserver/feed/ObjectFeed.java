package dev.archipelago.apiserver.feed;

import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.store.CompactedException;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Range;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Watch;
import dev.archipelago.store.WatchEvent;
import dev.archipelago.store.WatchListener;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keeps a follower up to date with all objects under a prefix: for the parts of the server that are themselves
/// configured by objects, such as roles, webhooks and custom resource definitions.
public final class ObjectFeed implements AutoCloseable {
    private final Store store;
    private final String prefix;
    private final Follower follower;
    private final Set<String> known = new HashSet<>();
    private volatile @Nullable Watch watch;
    private volatile boolean closed;

    /// Is told of each object once at the start and of every change after. Must not block.
    public interface Follower {
        void put(String key, Stored object);

        void remove(String key);
    }

    private ObjectFeed(Store store, String prefix, Follower follower) {
        this.store = store;
        this.prefix = prefix;
        this.follower = follower;
    }

    /// Starts following. When this returns, the follower has seen everything there was.
    public static ObjectFeed follow(Store store, String prefix, Follower follower) {
        ObjectFeed feed = new ObjectFeed(store, prefix, follower);
        feed.restart();
        return feed;
    }

    private void restart() {
        while (!closed) {
            Range range = store.range(prefix, prefix, 0, 0);
            Set<String> gone = new HashSet<>(known);
            for (KeyValue entry : range.entries()) {
                gone.remove(entry.key());
                put(entry);
            }
            gone.forEach(this::remove);
            try {
                watch = store.watch(prefix, range.revision() + 1, new Listener());
                return;
            } catch (CompactedException e) {
                // History moved on between the two calls: look again.
            }
        }
    }

    private void put(KeyValue entry) {
        known.add(entry.key());
        follower.put(entry.key(), StoredObjects.of(entry));
    }

    private void remove(String key) {
        known.remove(key);
        follower.remove(key);
    }

    @Override
    public void close() {
        closed = true;
        Watch running = watch;
        if (running != null) {
            running.close();
        }
    }

    private final class Listener implements WatchListener {
        @Override
        public void onEvents(List<WatchEvent> events) {
            for (WatchEvent event : events) {
                if (event.deleted()) {
                    remove(event.key());
                } else {
                    put(event.current());
                }
            }
        }

        @Override
        public void onProgress(long revision) {}

        @Override
        public void onEnd(StoreException reason) {
            if (reason instanceof CompactedException) {
                restart();
            }
        }
    }
}
