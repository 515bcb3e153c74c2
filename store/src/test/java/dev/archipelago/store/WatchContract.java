package dev.archipelago.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.store.Transaction.Delete;
import dev.archipelago.store.Transaction.Put;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// What every [Store] promises to watchers, one thing at a time.
public abstract class WatchContract extends StoreContract {
    private final RecordingListener listener = new RecordingListener();

    @Test
    void liveWatchSeesPutsAndDeletesWithWhatTheyReplaced() {
        store.watch("/", next(), listener);

        long one = put("/a", "one");
        long two = put("/a", "two");
        long gone = commit(Transaction.delete("/a", two));
        long back = put("/a", "three");

        listener.awaitEvents(4);
        assertThat(listener.log())
                .containsExactly(
                        "put /a@" + one,
                        "put /a@" + two + " after " + one,
                        "delete /a@" + gone + " after " + two,
                        "put /a@" + back);
        WatchEvent deletion = listener.events().get(2);
        assertThat(deletion.current().value()).isEmpty();
        assertThat(text(deletion.previous().orElseThrow())).isEqualTo("two");
    }

    @Test
    void watchSeesOnlyItsPrefix() {
        var exact = new RecordingListener();
        var nested = new RecordingListener();
        store.watch("/p/a", next(), exact);
        store.watch("/p/", next(), nested);
        store.watch("", next(), listener);

        for (String key : List.of("/p", "/p/a", "/p/ab", "/p/b", "/q/a", "/p/a/c", "/end")) {
            put(key, "x");
        }

        listener.awaitEvents(7);
        assertThat(keysOf(exact.awaitEvents(3))).containsExactly("/p/a", "/p/ab", "/p/a/c");
        assertThat(keysOf(nested.awaitEvents(4))).containsExactly("/p/a", "/p/ab", "/p/b", "/p/a/c");
    }

    @Test
    void watchFromThePastReplaysAndGoesLive() {
        long from = next();
        for (int i = 0; i < 1500; i++) {
            putAsync("/past/" + i);
        }
        settle();
        store.watch("/", from + 200, listener);
        put("/live", "x");

        List<WatchEvent> events = listener.awaitEvents(1301);
        assertThat(events).extracting(WatchEvent::revision).isSorted().doesNotHaveDuplicates();
        assertThat(events.getFirst().revision()).isEqualTo(from + 200);
        assertThat(events.getLast().key()).isEqualTo("/live");
    }

    @Test
    void watchFromThePastIsToldNoMoreThanItCanTake() throws InterruptedException {
        var other = new RecordingListener();
        var earlier = new RecordingListener();
        long from = next();
        store.watch("/", from, earlier);
        for (int i = 0; i < 1500; i++) {
            putAsync("/past/" + i);
        }
        settle();
        // By now it is the past for whoever delivers, too.
        earlier.awaitEvents(1500);
        listener.ready(false);
        store.watch("/", from, listener);
        store.watch("/", next(), other);
        put("/live", "x");

        other.awaitEvents(1);
        Thread.sleep(50);
        assertThat(listener.events()).isEmpty();
        listener.ready(true);
        assertThat(listener.awaitEvents(1501))
                .extracting(WatchEvent::revision)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void watchFromTheFutureIsMuteUntilThen() {
        long from = next();
        store.watch("/", from + 2, listener);

        put("/a", "1");
        put("/a", "2");
        put("/a", "3");
        put("/a", "4");

        listener.awaitEvents(2);
        assertThat(listener.log())
                .containsExactly(
                        "put /a@" + (from + 2) + " after " + (from + 1),
                        "put /a@" + (from + 3) + " after " + (from + 2));
    }

    @Test
    void transactionArrivesInOneCallInItsOrder() {
        put("/b", "old");
        long from = next();
        store.watch("/", from, listener);
        var changes =
                List.<Transaction.Change>of(new Put("/c", bytes("x")), new Delete("/b"), new Put("/a", bytes("x")));

        commit(new Transaction(List.of(), changes));
        var replay = new RecordingListener();
        store.watch("/", from, replay);

        for (RecordingListener each : List.of(listener, replay)) {
            each.awaitEvents(3);
            assertThat(each.calls()).hasSize(1);
            assertThat(each.log())
                    .containsExactly("put /c@" + from, "delete /b@" + from + " after " + (from - 1), "put /a@" + from);
        }
    }

    @Test
    void progressComesAfterTheEventsItCovers() {
        long from = next();
        Watch watch = store.watch("/p/", from, listener);
        put("/p/a", "x");
        long other = put("/other", "x");
        watch.requestProgress();
        listener.awaitProgress(1);
        put("/p/b", "x");
        watch.requestProgress();

        listener.awaitProgress(2);
        assertThat(listener.log())
                .containsExactly(
                        "put /p/a@" + from, "progress " + other, "put /p/b@" + (other + 1), "progress " + (other + 1));
    }

    @Test
    void progressOfAReplayComesAfterTheReplay() {
        long from = next();
        for (int i = 0; i < 1500; i++) {
            putAsync("/p/" + i);
        }
        settle();
        // So that the question is there before the first slice of history is delivered.
        var gate = new CountDownLatch(1);
        store.watch("/gate", next(), new Gate(gate));
        long newest = put("/gate", "x");

        store.watch("/p/", from, listener).requestProgress();
        gate.countDown();

        listener.awaitProgress(1);
        assertThat(listener.log()).hasSize(1501).endsWith("progress " + newest);
    }

    @Test
    void listenerThatThrowsEndsItsOwnWatchOnly() {
        var ends = new ArrayList<StoreException>();
        var ended = new CountDownLatch(1);
        store.watch("/", next(), new WatchListener() {
            @Override
            public void onEvents(List<WatchEvent> events) {
                throw new IllegalStateException("broken listener");
            }

            @Override
            public void onProgress(long revision) {}

            @Override
            public void onEnd(StoreException reason) {
                ends.add(reason);
                ended.countDown();
            }
        });
        store.watch("/", next(), listener);

        put("/a", "1");
        put("/a", "2");

        listener.awaitEvents(2);
        assertThat(ended.getCount()).isZero();
        assertThat(ends).singleElement().satisfies(reason -> assertThat(reason).hasRootCauseMessage("broken listener"));
        assertThat(listener.ended()).isFalse();
    }

    @Test
    void closedWatchIsSilent() {
        var closed = new RecordingListener();
        Watch watch = store.watch("/", next(), closed);
        store.watch("/", next(), listener);
        put("/a", "1");
        closed.awaitEvents(1);

        watch.close();
        put("/a", "2");

        listener.awaitEvents(2);
        assertThat(closed.events()).hasSize(1);
        assertThat(closed.ended()).isFalse();
    }

    @Test
    void watchMayBeClosedByItsOwnListener() {
        long from = next();
        put("/a", "1");
        var seen = new ArrayList<Long>();
        var own = new Watch[1];
        var ready = new CountDownLatch(1);
        own[0] = store.watch("/", from, new WatchListener() {
            @Override
            public void onEvents(List<WatchEvent> events) {
                awaitUninterruptibly(ready);
                seen.add(events.getFirst().revision());
                own[0].close();
            }

            @Override
            public void onProgress(long revision) {}

            @Override
            public void onEnd(StoreException reason) {}
        });
        ready.countDown();
        store.watch("/", from, listener);

        put("/a", "2");
        listener.awaitEvents(2);
        assertThat(seen).hasSize(1);
    }

    @Test
    void compactionDoesNotEndAWatchThatKeepsUp() {
        store.watch("/", next(), listener);
        for (int i = 0; i < 50; i++) {
            store.compact(put("/a", "x"));
        }

        listener.awaitEvents(50);
        assertThat(listener.ended()).isFalse();
    }

    @Test
    void closingTheStoreEndsItsWatches() {
        store.watch("/", next(), listener);
        put("/a", "1");

        store.close();

        assertThat(listener.awaitEnd()).hasMessageContaining("closed");
    }

    /// Holds up all watches of the store.
    private record Gate(CountDownLatch open) implements WatchListener {
        @Override
        public void onEvents(List<WatchEvent> events) {
            awaitUninterruptibly(open);
        }

        @Override
        public void onProgress(long revision) {}

        @Override
        public void onEnd(StoreException reason) {}
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private final List<Thread> writes = new ArrayList<>();

    private void putAsync(String key) {
        writes.add(Thread.startVirtualThread(() -> put(key, "x")));
    }

    private void settle() {
        for (Thread write : writes) {
            try {
                write.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        writes.clear();
    }

    private long next() {
        return store.observedRevision() + 1;
    }

    private static List<String> keysOf(List<WatchEvent> events) {
        return events.stream().map(WatchEvent::key).toList();
    }
}
