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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The local copy of all or the selected objects of one kind, as of one resourceVersion.
///
/// A reflector fills it and applies changes, on one thread at a time; any thread may read. The resourceVersion only
/// grows, unless the server was wiped or restored.
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
    private volatile int resets;
    private final AtomicInteger lists = new AtomicInteger();
    private volatile Listed listed = new Listed(0, 0);
    private volatile boolean filled;

    /// Receives each change after it can be read, on the reflector's thread, so it must not block.
    public interface Listener<T extends ApiObject> {
        /// An object was added, updated or deleted.
        ///
        /// @param before null when the object is new
        /// @param after null when the object is deleted
        void changed(@Nullable T before, @Nullable T after);
    }

    /// The last list that arrived.
    ///
    /// @param number of [#beginList]
    private record Listed(int number, long resourceVersion) {}

    private record Waiter(long resourceVersion, Runnable action) implements Comparable<Waiter> {
        @Override
        public int compareTo(Waiter other) {
            return Long.compare(resourceVersion, other.resourceVersion);
        }
    }

    public Cache(Kind<T> kind) {
        this(kind, Selection.ALL);
    }

    /// @param selection which objects of the kind it holds
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

    /// Whether the object matches the selection of this cache.
    public boolean selects(Stored object) {
        return filter.matches(object.json())
                && (selection.namespace().isEmpty() || selection.namespace().equals(Meta.namespace(object.view())));
    }

    /// Adds an index. Called before the cache is synced.
    public Index<T> index(Function<? super T, ? extends Collection<String>> valuesOf) {
        Index<T> index = new Index<>(valuesOf);
        indexes.add(index);
        return index;
    }

    /// Adds a listener. Called before the cache is synced.
    public void listen(Listener<T> listener) {
        listeners.add(listener);
    }

    /// Whether the first list is complete: the cache has synced.
    public boolean isFilled() {
        return filled;
    }

    public boolean isEmpty() {
        return objects.isEmpty();
    }

    public Optional<T> get(Key key) {
        return Optional.ofNullable(objects.get(key));
    }

    /// All objects, in key order.
    public Collection<T> all() {
        return Collections.unmodifiableCollection(inOrder.values());
    }

    /// The objects of one namespace, in key order.
    public Collection<T> in(String namespace) {
        return Collections.unmodifiableCollection(inOrder.subMap(new Key(namespace, ""), new Key(namespace + '\0', ""))
                .values());
    }

    public long resourceVersion() {
        return resourceVersion;
    }

    /// How often the server went back to a lower resourceVersion. One from before the last reset cannot be
    /// compared with the current one.
    public int resets() {
        return resets;
    }

    /// How many lists were requested so far.
    public int listsBegun() {
        return lists.get();
    }

    /// Whether a list that was requested later shows an earlier resourceVersion than was written: the server that was
    /// written to is gone.
    ///
    /// @param begun how many lists were requested when the write was acknowledged
    public boolean hasLost(long written, int begun) {
        Listed last = listed;
        return last.number > begun && last.resourceVersion < written;
    }

    /// Calls the action once all changes up to a resourceVersion are in the cache: at once when they already
    /// are, otherwise later on the thread that updates the cache. The wait also ends with each list, and when
    /// the cache is dropped.
    public void whenSeen(long wanted, Runnable action) {
        synchronized (waiters) {
            if (resourceVersion < wanted) {
                waiters.add(new Waiter(wanted, action));
                return;
            }
        }
        action.run();
    }

    /// Numbers a list that is requested now.
    public int beginList() {
        return lists.incrementAndGet();
    }

    /// Replaces all objects by those of a list: at the start, and after changes were missed.
    public void replaceAll(Listing<T> listing) {
        replaceAll(listing, beginList());
    }

    /// The same with the number that the list got when it was requested.
    public void replaceAll(Listing<T> listing, int number) {
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
        listed = new Listed(number, listing.resourceVersion());
        continueAt(listing.resourceVersion());
    }

    /// Compares the uid too, as two servers may use the same resourceVersion for different objects.
    private static boolean isSame(ApiObject before, ApiObject after) {
        return before.resourceVersion() == after.resourceVersion()
                && before.uid().equals(after.uid());
    }

    /// Continues at the resourceVersion of a list. It is lower than before when the server was wiped or restored,
    /// so that later changes are not taken for old ones. All waiters are called, as such a server may never reach
    /// what they wait for.
    private void continueAt(long from) {
        List<Runnable> due = new ArrayList<>();
        synchronized (waiters) {
            if (from < resourceVersion) {
                resets++;
            }
            resourceVersion = from;
            waiters.forEach(waiter -> due.add(waiter.action));
            waiters.clear();
        }
        due.forEach(Runnable::run);
    }

    /// Adds or updates an object. A change that was seen before is ignored.
    public void put(T object) {
        T before = objects.get(object.key());
        if (before == null
                ? object.resourceVersion() > resourceVersion
                : object.resourceVersion() > before.resourceVersion()) {
            store(before, object);
            advance(object.resourceVersion());
        }
    }

    /// Removes an object. A deletion that was seen before is ignored.
    public void remove(Key key, long at) {
        T before = objects.get(key);
        if (before != null && at > before.resourceVersion()) {
            store(before, null);
        }
        advance(at);
    }

    /// Advances to a resourceVersion without changes in between, as a bookmark tells.
    public void progressed(long to) {
        advance(to);
    }

    private void store(@Nullable T before, @Nullable T after) {
        // Readers go from an index to the objects and the other way round. As both occur, the order of these
        // updates does not matter: a reader sees the state before or after the change.
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

    /// Calls all waiters, and later ones at once, as no further change arrives.
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
