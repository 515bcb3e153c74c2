package dev.archipelago.cli.up;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Lets the federation go first where it shares its processors with its clusters: while it hands out many objects at
/// once, no pods are started of those that have arrived. Else the last of them would wait for the pods of all others.
///
/// It costs no work, and after ten seconds it is the clusters' turn for as long, whatever the federation does.
final class Courtesy {
    private static final long WINDOW_NANOS = Duration.ofMillis(50).toNanos();
    private static final long TURN_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long LOOK_AGAIN_MILLIS = 10;

    /// That many writes in two windows are no longer a few objects that somebody waits for.
    private static final int CROWD = 8;

    /// A fresh process stops for moments, in which those who wait would all go on and leave less of it for the others.
    private static final long LINGER_NANOS = Duration.ofMillis(300).toNanos();

    private final LongSupplier nanos;
    // Those who wait pass one after the other, so that only one of them looks at the clock.
    private final ReentrantLock door = new ReentrantLock();

    // Guarded by this:
    private long window;
    private int now;
    private int before;
    private long crowdSinceNanos;
    private long crowdSeenNanos;

    Courtesy(LongSupplier nanos) {
        this.nanos = nanos;
        this.crowdSeenNanos = nanos.getAsLong() - LINGER_NANOS;
    }

    /// Notes that the federation gives something to a cluster.
    synchronized void note() {
        long time = nanos.getAsLong();
        long current = Math.floorDiv(time, WINDOW_NANOS);
        if (current != window) {
            before = current == window + 1 ? now : 0;
            now = 0;
            window = current;
        }
        now++;
        if (before + now >= CROWD) {
            if (isQuiet(time)) {
                crowdSinceNanos = time;
            }
            crowdSeenNanos = time;
        }
    }

    /// Whether clusters may start pods.
    synchronized boolean isOpen() {
        long time = nanos.getAsLong();
        return isQuiet(time) || (time - crowdSinceNanos) / TURN_NANOS % 2 == 1;
    }

    private boolean isQuiet(long time) {
        return time - crowdSeenNanos >= LINGER_NANOS;
    }

    /// Returns when a cluster may start pods.
    void await() {
        if (isOpen()) {
            return;
        }
        try {
            door.lockInterruptibly();
            try {
                while (!isOpen()) {
                    Thread.sleep(LOOK_AGAIN_MILLIS);
                }
            } finally {
                door.unlock();
            }
        } catch (InterruptedException e) {
            // Whoever goes on without having waited does no harm.
            Thread.currentThread().interrupt();
        }
    }
}
