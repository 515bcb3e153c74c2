package dev.archipelago.bench.servers;

import java.util.ArrayDeque;
import java.util.Deque;

/// What has to go when a benchmark is interrupted: the newest first, so that programs end before their directories
/// go.
final class Leftovers {
    private static final Deque<Runnable> PENDING = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Leftovers::removeAll, "remove leftovers"));
    }

    private Leftovers() {}

    static void add(Runnable removal) {
        synchronized (PENDING) {
            PENDING.push(removal);
        }
    }

    static void forget(Runnable removal) {
        synchronized (PENDING) {
            PENDING.remove(removal);
        }
    }

    private static void removeAll() {
        synchronized (PENDING) {
            PENDING.forEach(Runnable::run);
        }
    }
}
