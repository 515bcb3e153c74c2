package dev.archipelago.controller.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;

/// Hands keys to a worker. A key that is added twice is handed out once, and never while it is being worked on.
///
/// One thread hands out keys, and is only used while there is work. With a thread for each key, all would contend for
/// what planners share, and block the threads that update the caches.
public final class WorkQueue<K> implements AutoCloseable {
    private final Worker<K> worker;
    private final Executor threads;
    private final int parallel;
    private final Timers timers;
    private final Backoff<K> backoff = new Backoff<>();

    // Guarded by this:
    private final ArrayDeque<Waiting<K>> waiting = new ArrayDeque<>();
    private final Set<K> dirty = new HashSet<>();
    private final Set<K> running = new HashSet<>();
    private final Map<K, Pending> later = new HashMap<>();
    private int busy;
    private boolean handingOut;
    private boolean closed;

    private record Waiting<K>(K key, long sinceNanos) {}

    private record Pending(Instant time, Timers.Alarm alarm) {}

    /// Starts work on a key, does slow work elsewhere, and calls [#done] in the end.
    public interface Worker<K> {
        void work(K key, long waitedNanos);
    }

    /// @param worker is called with each key, one after the other, on one of the threads
    /// @param parallel how many keys may be worked on at the same time
    public WorkQueue(Worker<K> worker, Executor threads, int parallel, Timers timers) {
        this.worker = worker;
        this.threads = threads;
        this.parallel = parallel;
        this.timers = timers;
    }

    public void add(K key) {
        synchronized (this) {
            if (closed || !dirty.add(key) || running.contains(key)) {
                return;
            }
            waiting.add(new Waiting<>(key, System.nanoTime()));
        }
        dispatch();
    }

    /// Adds a key at a time. The earliest of several counts.
    public void addAt(K key, Instant time) {
        synchronized (this) {
            Pending pending = later.get(key);
            if (closed || (pending != null && !time.isBefore(pending.time))) {
                return;
            }
            if (pending != null) {
                pending.alarm.cancel();
            }
            later.put(key, new Pending(time, timers.at(time, () -> due(key, time))));
        }
    }

    private void due(K key, Instant time) {
        synchronized (this) {
            Pending pending = later.get(key);
            if (pending == null || !pending.time.equals(time)) {
                return;
            }
            later.remove(key);
        }
        add(key);
    }

    /// Adds a failed key after its backoff.
    ///
    /// @return the backoff
    public Duration retry(K key) {
        Duration pause = backoff.next(key);
        addAt(key, timers.instant().plus(pause));
        return pause;
    }

    /// Resets the backoff of a key.
    public void forget(K key) {
        backoff.forget(key);
    }

    /// Marks the work on a key as done.
    public void done(K key) {
        synchronized (this) {
            busy--;
            running.remove(key);
            if (dirty.contains(key)) {
                waiting.add(new Waiting<>(key, System.nanoTime()));
            }
        }
        dispatch();
    }

    private void dispatch() {
        synchronized (this) {
            if (handingOut || !hasWork()) {
                return;
            }
            handingOut = true;
        }
        threads.execute(this::handOut);
    }

    private boolean hasWork() {
        return !closed && busy < parallel && !waiting.isEmpty();
    }

    private void handOut() {
        while (true) {
            Waiting<K> next;
            synchronized (this) {
                if (!hasWork()) {
                    handingOut = false;
                    return;
                }
                next = waiting.remove();
                dirty.remove(next.key);
                running.add(next.key);
                busy++;
            }
            worker.work(next.key, System.nanoTime() - next.sinceNanos);
        }
    }

    /// How many keys wait.
    public synchronized int depth() {
        return waiting.size();
    }

    /// Whether no key waits or is being worked on. Keys with a later time do not count.
    public synchronized boolean isIdle() {
        return busy == 0 && waiting.isEmpty();
    }

    @Override
    public synchronized void close() {
        closed = true;
        waiting.clear();
        later.values().forEach(pending -> pending.alarm.cancel());
        later.clear();
    }
}
