package dev.archipelago.bench.servers;

import java.io.IOException;
import java.time.Duration;

/// Waits for a program to come up.
final class Await {
    /// Short beside any start, long beside the work of asking.
    private static final long PAUSE_MILLISECONDS = 10;

    private Await() {}

    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    static void until(String name, Duration most, Program program, Condition condition)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        while (!condition.holds()) {
            program.checkRunning();
            if (System.nanoTime() - deadline > 0) {
                throw new IOException(name + " was not ready within " + most.toSeconds() + " s: " + program.tail());
            }
            Thread.sleep(PAUSE_MILLISECONDS);
        }
    }
}
