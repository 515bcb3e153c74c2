package dev.archipelago.store.mvcc;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;

/// A revision that only grows, and threads that wait until it has reached a value. Advancing wakes exactly those
/// whose value is reached.
final class RevisionGate {
    private volatile long revision;
    private volatile boolean anyoneWaits;
    private final PriorityQueue<Waiter> waiters = new PriorityQueue<>(Comparator.comparingLong(Waiter::revision));

    RevisionGate(long revision) {
        this.revision = revision;
    }

    long revision() {
        return revision;
    }

    /// Called by one thread at a time.
    void advance(long to) {
        if (to > revision) {
            revision = to;
            // A waiter enters the queue before it looks at the revision, so one of the two sees the other.
            if (anyoneWaits) {
                wake(to);
            }
        }
    }

    private synchronized void wake(long reached) {
        Waiter first = waiters.peek();
        while (first != null && first.revision() <= reached) {
            waiters.poll();
            LockSupport.unpark(first.thread());
            first = waiters.peek();
        }
        anyoneWaits = first != null;
    }

    boolean await(long target, long timeoutNanos) throws InterruptedException {
        if (revision >= target) {
            return true;
        }
        var waiter = new Waiter(target, Thread.currentThread());
        enter(waiter);
        try {
            long deadline = System.nanoTime() + timeoutNanos;
            while (revision < target) {
                long remaining = deadline - System.nanoTime();
                if (remaining <= 0) {
                    return false;
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.parkNanos(this, remaining);
            }
            return true;
        } finally {
            leave(waiter);
        }
    }

    private synchronized void enter(Waiter waiter) {
        waiters.add(waiter);
        anyoneWaits = true;
    }

    private synchronized void leave(Waiter waiter) {
        waiters.remove(waiter);
        anyoneWaits = !waiters.isEmpty();
    }

    private record Waiter(long revision, Thread thread) {}
}
