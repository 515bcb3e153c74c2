package dev.archipelago.bench.store;

import dev.archipelago.bench.report.Figures;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.Store;
import dev.archipelago.store.Transaction;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;

/// The work that is put on a store, whatever it is.
public final class StoreWork {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String MAIN = "/bench/objects/";
    private static final int MAIN_WRITERS = 32;
    private static final int UPDATING_WRITERS = 4;

    private final Store store;
    private final Options options;
    private final Figures figures = new Figures();
    private final byte[] noise;

    /// How much of it.
    ///
    /// @param objects in the store while it is read
    /// @param valueBytes of each value
    /// @param gets of single keys; a tenth of them when each has to be linearizable
    /// @param ranges over all objects
    /// @param watchers of all objects
    /// @param updates while they watch
    public record Options(int objects, int valueBytes, int gets, int ranges, int watchers, int updates) {
        /// Enough for the compiler to have seen everything.
        public Options warmUp() {
            return new Options(Math.min(objects, 2_000), valueBytes, Math.min(gets, 20_000), 20, watchers, 100);
        }
    }

    private StoreWork(Store store, Options options) {
        this.store = store;
        this.options = options;
        this.noise = new byte[options.valueBytes];
        new Random(1).nextBytes(noise);
    }

    /// Does all of it once.
    public static Figures run(Store store, Options options) throws Exception {
        var work = new StoreWork(store, options);
        work.create(1, options.objects / 5, "/bench/by-1/");
        work.create(8, options.objects, "/bench/by-8/");
        work.create(MAIN_WRITERS, options.objects, MAIN);
        work.update();
        work.read();
        work.watch();
        return work.figures;
    }

    private void create(int writers, int total, String prefix) throws Exception {
        measure(
                "create, " + writers + (writers == 1 ? " writer" : " writers"),
                writers,
                total,
                index -> commit(Transaction.create(prefix + index, noise)));
    }

    /// Reads a key and writes it again on the condition that nobody else has.
    private void update() throws Exception {
        measure("guarded update, " + MAIN_WRITERS + " writers", MAIN_WRITERS, options.objects, index -> {
            KeyValue old = store.get(MAIN + index).orElseThrow();
            commit(Transaction.replace(MAIN + index, noise, old.modRevision()));
        });
    }

    private void read() throws Exception {
        measure(
                "get",
                1,
                options.gets,
                index -> check(store.get(MAIN + index % options.objects).isPresent()));
        measure("linearizable get, 8 readers", 8, Math.max(1, options.gets / 10), index -> {
            catchUp();
            check(store.get(MAIN + index % options.objects).isPresent());
        });
        measure("range of " + options.objects, 1, options.ranges, index -> range());
        measure("linearizable range of " + options.objects, 1, options.ranges, index -> {
            catchUp();
            range();
        });
    }

    private void range() {
        check(store.range(MAIN, MAIN, 0, 0).entries().size() == options.objects);
    }

    private void catchUp() throws InterruptedException {
        check(store.awaitObserved(store.latestRevision(), PATIENCE));
    }

    private void watch() throws Exception {
        int expected = options.watchers * options.updates;
        try (var watchers = new Watchers(store, MAIN, options.watchers, expected)) {
            Workers.Result result = Workers.run(UPDATING_WRITERS, options.updates, index -> {
                String key = MAIN + index % options.objects;
                KeyValue old = store.get(key).orElseThrow();
                byte[] value = noise.clone();
                ByteBuffer.wrap(value).putLong(System.nanoTime());
                commit(Transaction.replace(key, value, old.modRevision()));
            });
            double seconds = result.seconds() + watchers.await(PATIENCE);
            figures.put(
                    "watch, " + options.watchers + " watchers", "events/s", expected / seconds, watchers.latencies());
        }
    }

    private void commit(Transaction transaction) {
        check(store.commit(transaction) instanceof Outcome.Committed);
    }

    private void measure(String name, int workers, int total, Workers.Task task) throws Exception {
        Workers.Result result = Workers.run(workers, total, task);
        figures.put(name, "ops/s", total / result.seconds(), result.latencies());
    }

    private static void check(boolean asExpected) {
        if (!asExpected) {
            throw new IllegalStateException("the store did not do what it was told");
        }
    }
}
