package dev.archipelago.controller.runtime;

import dev.archipelago.controller.queue.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The system clock and its timers.
public final class SystemTimers implements Timers, AutoCloseable {
    /// The longest wait: the nanoseconds of three centuries overflow a long.
    private static final Duration WAIT_MAX = Duration.ofDays(36_500);

    // Discards timers once it is closed.
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("timers").daemon().factory(), new ThreadPoolExecutor.DiscardPolicy());

    public SystemTimers() {
        executor.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Instant instant() {
        return Instant.now();
    }

    @Override
    public Alarm at(Instant time, Runnable action) {
        Instant now = Instant.now();
        Duration wait = time.isAfter(now.plus(WAIT_MAX)) ? WAIT_MAX : Duration.between(now, time);
        long nanos = Math.max(0, wait.toNanos());
        Future<?> pending = executor.schedule(action, nanos, TimeUnit.NANOSECONDS);
        return () -> pending.cancel(false);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
