package dev.archipelago.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.NoSpaceException;
import dev.archipelago.store.Store;
import dev.archipelago.store.Transaction;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HeapGaugeTest {
    private final FakeHeap heap = new FakeHeap();
    private final HeapGauge gauge = new HeapGauge(heap);

    /// Some of it in use, the rest garbage until somebody collects it.
    private static final class FakeHeap implements HeapGauge.Heap {
        private volatile double live;
        private volatile double garbage;
        private final AtomicInteger collections = new AtomicInteger();
        private volatile long nanos;

        @Override
        public double used() {
            return live + garbage;
        }

        @Override
        public void collect() {
            collections.incrementAndGet();
            garbage = 0;
        }

        @Override
        public long nanoTime() {
            return nanos;
        }
    }

    @Test
    void garbageDoesNotFillTheHeap() {
        heap.live = 0.4;
        heap.garbage = 0.44;
        assertThat(gauge.isFull()).isFalse();
        assertThat(heap.collections).hasValue(0);
        heap.garbage = 0.5;
        assertThat(gauge.isFull()).isFalse();
        assertThat(heap.collections).hasValue(1);
    }

    @Test
    void whatIsInUseFillsTheHeapUntilEnoughIsFree() {
        heap.live = 0.86;
        assertThat(gauge.isFull()).isTrue();
        heap.live = 0.82;
        heap.nanos = TimeUnit.SECONDS.toNanos(10);
        assertThat(gauge.isFull()).as("a little less").isTrue();
        heap.live = 0.79;
        assertThat(gauge.isFull()).as("before it is looked at again").isTrue();
        heap.nanos = TimeUnit.SECONDS.toNanos(20);
        assertThat(gauge.isFull()).isFalse();
    }

    @Test
    void collectsNoMoreOftenThanItHelps() {
        heap.live = 0.84;
        for (int i = 0; i < 100; i++) {
            heap.garbage = 0.02 + 0.0005 * i;
            assertThat(gauge.isFull()).isFalse();
        }
        assertThat(heap.collections).hasValue(1);
    }

    @Test
    void aFullHeapRefusesCreationsAndTakesDeletions(@TempDir Path directory) throws Exception {
        StoreQuota quota = new StoreQuota(Long.MAX_VALUE, gauge);
        try (Store store = EmbeddedStore.open(TestingOptions.in(directory).withQuota(quota))) {
            store.commit(Transaction.create("/a", new byte[1000]));
            heap.live = 0.9;
            while (store.trouble().isEmpty()) {
                Thread.sleep(20);
            }
            assertThat(store.trouble()).isEqualTo("the heap is full");
            assertThatThrownBy(() -> store.commit(Transaction.create("/b", new byte[1])))
                    .isInstanceOf(NoSpaceException.class)
                    .hasMessage("no space: the heap is full; delete something: reads and deletions go on");
            store.commit(Transaction.delete("/a", store.get("/a").orElseThrow().modRevision()));
            heap.live = 0.5;
            heap.nanos = TimeUnit.MINUTES.toNanos(1);
            while (!store.trouble().isEmpty()) {
                Thread.sleep(20);
            }
            store.commit(Transaction.create("/b", new byte[1]));
        }
    }
}
