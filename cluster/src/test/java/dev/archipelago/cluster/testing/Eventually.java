package dev.archipelago.cluster.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for the effects of other threads.
public final class Eventually {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Eventually() {}

    public static void holds(BooleanSupplier condition) {
        holds(condition, () -> "it does not come true");
    }

    /// Waits until a condition holds.
    ///
    /// @param state describes the current state on failure
    public static void holds(BooleanSupplier condition, Supplier<?> state) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(String.valueOf(state.get()));
            }
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        }
    }
}
