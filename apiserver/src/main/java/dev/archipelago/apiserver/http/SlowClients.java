package dev.archipelago.apiserver.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The requests that wait for their client, to send the rest of a body or to take more of a response.
///
/// Waiting, they have no place among the requests in flight, but they hold memory. Only so many may wait, with so
/// many bytes, and for so long; beyond that, those that have waited longest are dropped. Who holds no more than an even
/// share of the bytes is not dropped for what others hold.
final class SlowClients implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SlowClients.class);
    private static final Limits LIMITS = new Limits(2000, 128L * 1024 * 1024, Duration.ofSeconds(60));
    private static final long SWEEP_SECONDS = 5;

    private final Limits limits;
    private final LongSupplier nanoTime;
    private final ExecutorService threads;

    // Guarded by this, in the order of their coming:
    private final SequencedSet<Wait> waiting = new LinkedHashSet<>();
    private long heldBytes;

    /// How many may wait, with how much memory, and how long each.
    record Limits(int waitingMax, long heldBytesMax, Duration patience) {}

    /// @param threads drop requests. Not virtual ones: Jetty waits, spinning, for a write that is under way, and would
    /// keep other virtual threads from ending it
    SlowClients(Limits limits, LongSupplier nanoTime, ExecutorService threads) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.threads = threads;
    }

    static SlowClients start() {
        ScheduledThreadPoolExecutor sweeper = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name("slow-clients").daemon().factory(), new ThreadPoolExecutor.DiscardPolicy());
        SlowClients slow = new SlowClients(LIMITS, System::nanoTime, sweeper);
        var _ = sweeper.scheduleWithFixedDelay(slow::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
        return slow;
    }

    /// One request that waits, until closed.
    final class Wait implements AutoCloseable {
        private final Runnable drop;
        private final long since = nanoTime.getAsLong();
        private long bytes;

        private Wait(Runnable drop) {
            this.drop = drop;
        }

        /// Drops the request. A failure to do so must not be that of another request, nor of the sweeper.
        private void end() {
            try {
                drop.run();
            } catch (RuntimeException | Error e) {
                log.warn("a request that took too long could not be ended", e);
            }
        }

        /// Says how much memory the request holds by now.
        void holds(long newBytes) {
            List<Wait> excess;
            synchronized (SlowClients.this) {
                if (!waiting.contains(this)) {
                    return;
                }
                heldBytes += newBytes - bytes;
                bytes = newBytes;
                excess = takeExcess();
            }
            excess.forEach(longest -> threads.execute(longest::end));
        }

        @Override
        public void close() {
            synchronized (SlowClients.this) {
                if (waiting.remove(this)) {
                    heldBytes -= bytes;
                }
            }
        }
    }

    /// Starts to wait.
    ///
    /// @param drop ends the request; is called at most once, from any thread
    Wait enter(long bytes, Runnable drop) {
        Wait wait = new Wait(drop);
        synchronized (this) {
            waiting.add(wait);
        }
        wait.holds(bytes);
        return wait;
    }

    private List<Wait> takeExcess() {
        List<Wait> excess = new ArrayList<>(0);
        while (waiting.size() > limits.waitingMax) {
            excess.add(take(waiting.getFirst()));
        }
        // One alone may hold what it needs.
        while (waiting.size() > 1 && heldBytes > limits.heldBytesMax) {
            excess.add(take(longestAboveItsShare()));
        }
        return excess;
    }

    /// There is one: if none held more than its share, all together would not hold too much.
    private Wait longestAboveItsShare() {
        long share = limits.heldBytesMax / limits.waitingMax;
        return waiting.stream().filter(wait -> wait.bytes > share).findFirst().orElseThrow();
    }

    private Wait take(Wait wait) {
        waiting.remove(wait);
        heldBytes -= wait.bytes;
        return wait;
    }

    /// Drops those that have waited too long.
    void sweep() {
        long deadline = nanoTime.getAsLong() - limits.patience.toNanos();
        List<Wait> late = new ArrayList<>(0);
        synchronized (this) {
            while (!waiting.isEmpty() && waiting.getFirst().since - deadline < 0) {
                late.add(take(waiting.getFirst()));
            }
        }
        late.forEach(Wait::end);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /// A client that took too long.
    static final class SlowClientException extends RuntimeException {
        SlowClientException() {
            super("the client is too slow", null, false, false);
        }
    }
}
