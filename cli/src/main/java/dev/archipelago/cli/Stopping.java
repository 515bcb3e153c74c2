package dev.archipelago.cli;

import java.util.concurrent.CountDownLatch;

/// How a command that runs until it is stopped comes to its end.
final class Stopping {
    private static final long CLOSING_MILLIS_MAX = 4_000;

    private Stopping() {}

    /// Counts down when the process is told to end.
    ///
    /// A signal ends the process when all shutdown hooks have returned: they wait until everything is closed.
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
