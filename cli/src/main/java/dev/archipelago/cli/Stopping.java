package dev.archipelago.cli;

import java.util.concurrent.CountDownLatch;

/// Stops a command that runs until it is stopped.
final class Stopping {
    private static final long CLOSING_MILLIS_MAX = 4_000;

    private Stopping() {}

    /// Counts down on a signal to end.
    ///
    /// A signal ends the process when all shutdown hooks have returned, so they wait until everything is closed.
    static void onSignal(CountDownLatch stopped) {
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stopped, main), "stop"));
    }

    private static void stop(CountDownLatch stopped, Thread main) {
        stopped.countDown();
        try {
            main.join(CLOSING_MILLIS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
