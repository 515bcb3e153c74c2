package dev.archipelago.bench.store;

import dev.archipelago.bench.report.Latencies;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Watch;
import dev.archipelago.store.WatchEvent;
import dev.archipelago.store.WatchListener;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Watches that note how old each change is when it arrives: values begin with the nano time of their writing.
final class Watchers implements AutoCloseable, WatchListener {
    private final List<Watch> watches = new ArrayList<>();
    private final Latencies latencies;
    private final CountDownLatch left;

    Watchers(Store store, String prefix, int count, int expected) {
        latencies = new Latencies(expected);
        left = new CountDownLatch(expected);
        long from = store.latestRevision() + 1;
        for (int i = 0; i < count; i++) {
            watches.add(store.watch(prefix, from, this));
        }
    }

    @Override
    public void onEvents(List<WatchEvent> events) {
        long now = System.nanoTime();
        for (WatchEvent event : events) {
            latencies.add(now - ByteBuffer.wrap(event.current().value()).getLong());
            left.countDown();
        }
    }

    @Override
    public void onProgress(long revision) {}

    @Override
    public void onEnd(StoreException reason) {}

    /// Waits for all that are to come.
    ///
    /// @return the seconds it took until all had arrived
    double await(Duration most) throws InterruptedException {
        long start = System.nanoTime();
        if (!left.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException(left.getCount() + " watch events never came");
        }
        return (System.nanoTime() - start) / 1e9;
    }

    Latencies latencies() {
        return latencies;
    }

    @Override
    public void close() {
        watches.forEach(Watch::close);
    }
}
