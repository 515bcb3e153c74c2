package dev.archipelago.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.store.CompactedException;
import dev.archipelago.store.HistoryLimits;
import dev.archipelago.store.RecordingListener;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import dev.archipelago.store.Transaction.Put;
import dev.archipelago.store.WatchEvent;
import dev.archipelago.store.WatchListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// History that is not asked for is forgotten by itself.
class HistoryBudgetTest {
    private static final long ANY = Long.MAX_VALUE / 4;
    private static final Duration FOREVER = Duration.ofDays(1000);
    /// Many times what the write buffers and their logs hold.
    private static final int OVERWRITES = 160_000;

    @TempDir
    private Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final InstantSource clock = now::get;

    // Twice the limit and a step, when the thread that calls watches lags.
    @Test
    void numberOfRevisionsIsBounded() {
        try (Store store = open(ANY, 1000, FOREVER)) {
            overwrite(store, 5000, 10);

            assertThat(store.observedRevision() - store.compactedRevision()).isBetween(1000L, 3000L);
        }
    }

    @Test
    void bytesAreBounded() {
        try (Store store = open(1 << 20, ANY, FOREVER)) {
            overwrite(store, 5000, 1000);

            long kept = store.observedRevision() - store.compactedRevision();
            assertThat(kept * 1000).isBetween(500_000L, 3L << 20);
        }
    }

    @Test
    void ageIsBounded() {
        try (Store store = open(ANY, ANY, Duration.ofMinutes(5))) {
            overwrite(store, 10, 10);
            pass(Duration.ofMinutes(4));
            overwrite(store, 10, 10);
            assertThat(store.compactedRevision()).isZero();

            pass(Duration.ofMinutes(1).plusSeconds(1));
            // What is too old goes between two writes, which may be after the first was acknowledged.
            for (int i = 0; i < 100 && store.compactedRevision() < 2; i++) {
                overwrite(store, 1, 10);
            }

            assertThat(store.compactedRevision()).isBetween(2L, 11L);
        }
    }

    @Test
    void diskIsBoundedUnderEndlessOverwrites() throws IOException {
        try (Store store = open(1 << 20, ANY, FOREVER)) {
            overwrite(store, OVERWRITES, 2000);
        }

        assertThat(OVERWRITES * 2000L).isGreaterThan(4 * diskBytes());
        try (Store store = open(1 << 20, ANY, FOREVER)) {
            assertThat(store.count("", "", 0)).isEqualTo(100);
            assertThat(store.observedRevision()).isEqualTo(OVERWRITES + 1);
        }
    }

    @Test
    void watchThatNeverReadsDoesNotHoldUpTheBudget() throws Exception {
        var release = new CountDownLatch(1);
        var ended = new CompletableFuture<StoreException>();
        try (Store store = open(ANY, 1000, FOREVER)) {
            store.watch("", 2, new StuckListener(release, ended));
            overwrite(store, 5000, 10);
            assertThat(store.observedRevision() - store.compactedRevision()).isLessThan(3000);

            release.countDown();
            assertThat(ended.get(20, TimeUnit.SECONDS)).isInstanceOf(CompactedException.class);

            var next = new RecordingListener();
            store.watch("", store.observedRevision() + 1, next);
            overwrite(store, 1, 10);
            next.awaitEvents(1);
        }
    }

    private record StuckListener(CountDownLatch release, CompletableFuture<StoreException> ended)
            implements WatchListener {
        @Override
        public void onEvents(List<WatchEvent> events) {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void onProgress(long revision) {}

        @Override
        public void onEnd(StoreException reason) {
            ended.complete(reason);
        }
    }

    private Store open(long bytes, long revisions, Duration age) {
        return EmbeddedStore.open(TestingOptions.in(directory)
                .withFsync(false)
                .withHistory(new HistoryLimits(bytes, revisions, age))
                .withClock(clock));
    }

    private void pass(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    private static void overwrite(Store store, int times, int bytes) {
        byte[] value = new byte[bytes];
        new Random(1).nextBytes(value);
        for (int i = 0; i < times; i++) {
            store.commit(new Transaction(List.of(), List.of(new Put("/k" + i % 100, value))));
        }
    }

    private long diskBytes() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }
}
