package dev.archipelago.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.store.Transaction.Put;
import dev.archipelago.testing.Linearizability;
import dev.archipelago.testing.Operation;
import dev.archipelago.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What every [Store] promises when many use it at once.
public abstract class ConcurrencyContract extends ModelContract {
    private static final int WRITERS = 8;
    private static final int WRITES = 60;

    @Test
    void noUpdateIsLostBetweenCompetingWriters() throws Exception {
        var successes = new AtomicInteger();
        run(WRITERS, writer -> {
            for (int i = 0; i < WRITES; i++) {
                Optional<KeyValue> now = store.get("/counter");
                int count = now.map(value -> Integer.parseInt(text(value))).orElse(0);
                long revision = now.map(KeyValue::modRevision).orElse(0L);
                Transaction increment = Transaction.replace("/counter", bytes(Integer.toString(count + 1)), revision);
                if (store.commit(increment) instanceof Outcome.Committed) {
                    successes.incrementAndGet();
                }
            }
        });

        assertThat(successes.get()).isPositive();
        assertThat(text(store.get("/counter").orElseThrow())).isEqualTo(Integer.toString(successes.get()));
    }

    @Test
    void refusedWriterReadsWhatItWasRefusedFor() throws Exception {
        run(WRITERS, writer -> {
            for (int i = 0; i < WRITES; i++) {
                long seen = store.get("/a").map(KeyValue::modRevision).orElse(0L);
                Outcome outcome = store.commit(Transaction.replace("/a", bytes("x"), seen));
                long now = store.get("/a").map(KeyValue::modRevision).orElse(0L);
                assertThat(now).isGreaterThan(seen);
                if (outcome instanceof Outcome.Committed(long revision)) {
                    assertThat(now).isGreaterThanOrEqualTo(revision);
                }
            }
        });
    }

    @Test
    void rangesNeverShowHalfATransaction() throws Exception {
        var writing = new AtomicBoolean(true);
        put("/pair/a", "0");
        put("/pair/b", "0");
        commit(pair("start"));
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> reader = executor.submit(() -> {
                while (writing.get()) {
                    List<KeyValue> both = store.range("/pair/", "", 0, 0).entries();
                    assertThat(both).hasSize(2);
                    assertThat(both.getFirst().modRevision())
                            .isEqualTo(both.getLast().modRevision());
                    assertThat(text(both.getFirst())).isEqualTo(text(both.getLast()));
                }
            });
            run(4, writer -> {
                for (int i = 0; i < WRITES; i++) {
                    commit(pair(writer + "-" + i));
                }
            });
            writing.set(false);
            reader.get();
        }
    }

    private static Transaction pair(String value) {
        return new Transaction(List.of(), List.of(new Put("/pair/a", bytes(value)), new Put("/pair/b", bytes(value))));
    }

    /// Ordered, unique, atomic, reliable, resumable: while writers write, watches start at random revisions, and some
    /// are closed and taken up again where they stood. Each must see exactly what was acknowledged.
    @Seeds(3)
    void watchesSeeEveryChangeOnceInOrderWhereverTheyStart(Random random) throws Exception {
        long first = store.observedRevision() + 1;
        var acknowledged = new ConcurrentSkipListMap<Long, Integer>();
        var watchers = new ArrayList<RecordingListener>();
        var starts = new ArrayList<Long>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            long seed = random.nextLong();
            Future<?> writers = executor.submit(() -> {
                writeRandomly(seed, acknowledged);
                return null;
            });
            var resumed = new Resumed(store, first);
            while (!writers.isDone()) {
                var listener = new RecordingListener();
                long start = Math.max(first, store.observedRevision() + 3 - random.nextInt(100));
                store.watch("/", start, listener);
                watchers.add(listener);
                starts.add(start);
                resumed.takeUpAgain();
                Thread.sleep(5);
            }
            writers.get();
            long last = commit(Transaction.create("/end", bytes("x")));
            acknowledged.put(last, 1);
            for (int i = 0; i < watchers.size(); i++) {
                assertComplete(watchers.get(i), starts.get(i), last, acknowledged);
            }
            assertThat(resumed.finish(last)).isEqualTo(expected(first, acknowledged));
        }
    }

    private void writeRandomly(long seed, ConcurrentSkipListMap<Long, Integer> acknowledged) throws Exception {
        run(WRITERS, writer -> {
            var choices = new Random(seed + writer);
            for (int i = 0; i < WRITES; i++) {
                int size = 1 + choices.nextInt(3);
                var changes = new ArrayList<Transaction.Change>();
                for (int k = 0; k < size; k++) {
                    changes.add(new Put("/" + k + "/" + choices.nextInt(10), bytes(writer + "." + i)));
                }
                acknowledged.put(commit(new Transaction(List.of(), changes)), size);
            }
        });
    }

    private static void assertComplete(
            RecordingListener listener, long start, long last, ConcurrentSkipListMap<Long, Integer> acknowledged) {
        if (start > last) {
            return;
        }
        listener.awaitRevision(last);
        assertThat(listener.events().stream().map(WatchEvent::revision).toList())
                .isEqualTo(expected(start, acknowledged));
        long previous = 0;
        for (List<WatchEvent> call : listener.calls()) {
            assertThat(call.getFirst().revision()).isGreaterThan(previous);
            previous = call.getLast().revision();
        }
    }

    private static List<Long> expected(long start, ConcurrentSkipListMap<Long, Integer> acknowledged) {
        var revisions = new ArrayList<Long>();
        acknowledged.tailMap(start).forEach((revision, changes) -> {
            for (int i = 0; i < changes; i++) {
                revisions.add(revision);
            }
        });
        return revisions;
    }

    /// A watch that is closed now and then and taken up after the last revision it saw.
    private static final class Resumed {
        private final Store store;
        private final List<Long> seen = new ArrayList<>();
        private final long first;
        private RecordingListener listener = new RecordingListener();
        private Watch watch;

        Resumed(Store store, long first) {
            this.store = store;
            this.first = first;
            this.watch = store.watch("/", first, listener);
        }

        void takeUpAgain() {
            watch.close();
            listener.events().forEach(event -> seen.add(event.revision()));
            listener = new RecordingListener();
            long from = seen.isEmpty() ? first : seen.getLast() + 1;
            watch = store.watch("/", from, listener);
        }

        List<Long> finish(long last) {
            if (seen.isEmpty() || seen.getLast() < last) {
                listener.awaitRevision(last);
            }
            listener.events().forEach(event -> seen.add(event.revision()));
            return seen;
        }
    }

    /// Stores that share their state with this one, itself included.
    protected List<Store> sharing() {
        return List.of(store);
    }

    @Test
    void concurrentHistoryIsLinearizable() throws Exception {
        List<Store> stores = sharing();
        var history = new ConcurrentLinkedQueue<Operation>();
        run(WRITERS, worker -> {
            Store own = stores.get(worker % stores.size());
            var random = new Random(worker);
            for (int i = 0; i < WRITES; i++) {
                String key = "/register/" + random.nextInt(3);
                if (random.nextInt(3) == 0) {
                    history.add(read(own, key));
                } else {
                    boolean delete = random.nextInt(8) == 0;
                    history.add(swap(own, key, delete ? Optional.empty() : Optional.of(worker + "." + i)));
                }
            }
        });

        assertThat(Linearizability.findViolation(List.copyOf(history))).isEmpty();
    }

    private static Operation read(Store store, String key) throws InterruptedException {
        long called = System.nanoTime();
        assertThat(store.awaitObserved(store.latestRevision(), Duration.ofSeconds(20)))
                .isTrue();
        Optional<String> value = store.get(key).map(StoreContract::text);
        return new Operation(key, called, System.nanoTime(), new Operation.Read(value));
    }

    private static Operation swap(Store store, String key, Optional<String> to) {
        Optional<KeyValue> now = store.get(key);
        Optional<String> from = now.map(StoreContract::text);
        long revision = now.map(KeyValue::modRevision).orElse(0L);
        Transaction transaction = to.map(value -> Transaction.replace(key, bytes(value), revision))
                .orElseGet(() -> Transaction.delete(key, revision));
        long called = System.nanoTime();
        Operation.Action action = switch (store.commit(transaction)) {
            case Outcome.Committed committed -> new Operation.Swap(from, to);
            case Outcome.Refused refused -> new Operation.RefusedSwap(from);
        };
        return new Operation(key, called, System.nanoTime(), action);
    }

    private interface Work {
        void run(int worker) throws Exception;
    }

    private static void run(int workers, Work work) throws InterruptedException, ExecutionException {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < workers; i++) {
                int worker = i;
                running.add(executor.submit(() -> {
                    work.run(worker);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
    }
}
