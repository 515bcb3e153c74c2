package dev.archipelago.controller.cache;

import dev.archipelago.api.cluster.ClusterApi.Listing;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.ObjectFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All objects of one kind, or the selected ones, as they were at [#resourceVersion()], which grows, unless the server
/// was
/// wiped or restored.
///
/// It is told of changes by one feed, from one thread at a time, and read by any.
public final class Cache<T extends ApiObject> {
    private final Kind<T> kind;
    private final Selection selection;
    private final ObjectFilter filter;
    private final Map<Key, T> objects = new ConcurrentHashMap<>();
    private final NavigableMap<Key, T> inOrder = new ConcurrentSkipListMap<>();
    private final List<Index<T>> indexes = new CopyOnWriteArrayList<>();
    private final List<Listener<T>> listeners = new CopyOnWriteArrayList<>();
    private final PriorityQueue<Waiter> waiters = new PriorityQueue<>();
    private volatile long resourceVersion;
    private volatile int beginnings;
    private volatile boolean filled;

    /// Is told of a change right after it can be read, on the feed's thread, and must not block.
    public interface Listener<T extends ApiObject> {
        /// An object has changed.
        ///
        /// @param before nothing when the object is new
        /// @param after nothing when the object is gone
        void changed(@Nullable T before, @Nullable T after);
    }

    private record Waiter(long resourceVersion, Runnable action) implements Comparable<Waiter> {
        @Override
        public int compareTo(Waiter other) {
            return Long.compare(resourceVersion, other.resourceVersion);
        }
    }

    public Cache(Kind<T> kind) {
        this(kind, Selection.ALL);
    }

    /// @param selection what of the kind it is told of
    public Cache(Kind<T> kind, Selection selection) {
        this.kind = kind;
        this.selection = selection;
        this.filter = ObjectFilter.of(selection.labels(), selection.fields());
    }

    public Kind<T> kind() {
        return kind;
    }

    public Selection selection() {
        return selection;
    }

    /// Whether it is told of an object that is like this.
    public boolean selects(Stored object) {
        return filter.matches(object.json())
                && (selection.namespace().isEmpty() || selection.namespace().equals(Meta.namespace(object.view())));
    }

    /// Adds an index. To be done before the cache is filled.
    public Index<T> index(Function<? super T, ? extends Collection<String>> valuesOf) {
        Index<T> index = new Index<>(valuesOf);
        indexes.add(index);
        return index;
    }

    /// Adds a listener. To be done before the cache is filled.
    public void listen(Listener<T> listener) {
        listeners.add(listener);
    }

    /// Whether all there was has been seen.
    public boolean isFilled() {
        return filled;
    }

    public boolean isEmpty() {
        return objects.isEmpty();
    }

    public Optional<T> get(Key key) {
        return Optional.ofNullable(objects.get(key));
    }

    /// All objects, in the order of their keys.
    public Collection<T> all() {
        return Collections.unmodifiableCollection(inOrder.values());
    }

    /// Those in one namespace, in the order of their keys.
    public Collection<T> in(String namespace) {
        return Collections.unmodifiableCollection(inOrder.subMap(new Key(namespace, ""), new Key(namespace + '\0', ""))
                .values());
    }

    public long resourceVersion() {
        return resourceVersion;
    }

    /// How often it has gone back with its server. A resourceVersion from before says nothing of what can be seen
    /// after.
    public int beginnings() {
        return beginnings;
    }

    /// Calls once everything up to a resourceVersion has been seen, which may be at once.
    public void whenSeen(long wanted, Runnable action) {
        synchronized (waiters) {
            if (resourceVersion < wanted) {
                waiters.add(new Waiter(wanted, action));
                return;
            }
        }
        action.run();
    }

    /// Takes the whole state anew: at the start, and when changes were missed.
    public void replaceAll(Listing<T> listing) {
        Set<Key> gone = new TreeSet<>(inOrder.keySet());
        for (T object : listing.objects()) {
            gone.remove(object.key());
            T before = objects.get(object.key());
            if (before == null || !isSame(before, object)) {
                store(before, object);
            }
        }
        for (Key key : gone) {
            T before = objects.get(key);
            if (before != null) {
                store(before, null);
            }
        }
        filled = true;
        if (listing.resourceVersion() < resourceVersion) {
            startAgain(listing.resourceVersion());
        } else {
            advance(listing.resourceVersion());
        }
    }

    /// Two servers may give the same resourceVersion to different objects.
    private static boolean isSame(ApiObject before, ApiObject after) {
        return before.resourceVersion() == after.resourceVersion()
                && before.uid().equals(after.uid());
    }

    /// Goes back with a server that counts from a lower resourceVersion since it was wiped or restored: what it tells
    /// of
    /// from now on is news. It may never get to where it was, so that whoever waits for that goes on.
    private void startAgain(long from) {
        List<Runnable> due = new ArrayList<>();
        synchronized (waiters) {
            resourceVersion = from;
            beginnings++;
            waiters.forEach(waiter -> due.add(waiter.action));
            waiters.clear();
        }
        due.forEach(Runnable::run);
    }

    /// Takes a change. One that was seen before is ignored.
    public void put(T object) {
        T before = objects.get(object.key());
        if (before == null
                ? object.resourceVersion() > resourceVersion
                : object.resourceVersion() > before.resourceVersion()) {
            store(before, object);
            advance(object.resourceVersion());
        }
    }

    /// Takes a removal. One that was seen before is ignored.
    public void remove(Key key, long at) {
        T before = objects.get(key);
        if (before != null && at > before.resourceVersion()) {
            store(before, null);
        }
        advance(at);
    }

    /// Notes that there was no other change up to a resourceVersion.
    public void progressed(long to) {
        advance(to);
    }

    private void store(@Nullable T before, @Nullable T after) {
        // Readers that find an object by an index may look it up by its key, and the other way round: both orders
        // occur, and each tells of one moment or the other.
        if (after != null) {
            objects.put(after.key(), after);
            inOrder.put(after.key(), after);
        } else if (before != null) {
            objects.remove(before.key());
            inOrder.remove(before.key());
        }
        indexes.forEach(index -> index.replace(before, after));
        listeners.forEach(listener -> listener.changed(before, after));
    }

    private void advance(long to) {
        List<Runnable> due = new ArrayList<>();
        synchronized (waiters) {
            resourceVersion = Math.max(resourceVersion, to);
            while (!waiters.isEmpty() && waiters.peek().resourceVersion <= resourceVersion) {
                due.add(waiters.remove().action);
            }
        }
        due.forEach(Runnable::run);
    }

    /// Nothing follows: whoever waits for more waits in vain.
    void abandon() {
        List<Runnable> due = new ArrayList<>();
        synchronized (waiters) {
            waiters.forEach(waiter -> due.add(waiter.action));
            waiters.clear();
            resourceVersion = Long.MAX_VALUE;
        }
        due.forEach(Runnable::run);
    }
}
