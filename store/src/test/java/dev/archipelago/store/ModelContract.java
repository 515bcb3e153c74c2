package dev.archipelago.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Random operations give what [ReferenceStore] gives, through reopenings and compactions.
public abstract class ModelContract extends WatchContract {
    private static final List<String> PREFIXES = List.of("", "/", "/a/", "/a/x", "/b/", "/a/b/");
    private static final List<String> KEYS =
            List.of("/a", "/a/x", "/a/xy", "/a/b/c", "/a/b/d", "/b/x", "/b/y", "/c", "/c/d", "/z");
    private static final int STEPS = 150;

    private record OpenWatch(String prefix, long from, RecordingListener listener) {}

    /// The same store, closed and opened again.
    protected abstract Store reopen() throws Exception;

    @Seeds(10)
    void randomOperationsAgreeWithTheModel(Random random) throws Exception {
        var model = new ReferenceStore(store.observedRevision(), store.compactedRevision());
        var watches = new ArrayList<OpenWatch>();
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(20)) {
                case 0 -> watch(model, watches, random);
                case 1 -> compact(model, watches, random);
                case 2 -> {
                    check(model, watches);
                    watches.clear();
                    store = reopen();
                    // A store that is shared may count one revision for having been opened.
                    assertThat(store.observedRevision()).isBetween(model.revision(), model.revision() + 1);
                    model.skipTo(store.observedRevision());
                    assertThat(store.compactedRevision()).isGreaterThanOrEqualTo(model.compacted());
                    model.compacted(store.compactedRevision());
                }
                case 3, 4, 5, 6 -> read(model, random);
                default -> {
                    Transaction transaction = transaction(model, random);
                    assertThat(store.commit(transaction))
                            .as("step %d: %s", step, transaction)
                            .isEqualTo(model.commit(transaction));
                }
            }
        }
        check(model, watches);
    }

    private static Transaction transaction(ReferenceStore model, Random random) {
        var guards = new ArrayList<Transaction.Guard>();
        for (int i = random.nextInt(3); i > 0; i--) {
            String key = pick(KEYS, random);
            List<KeyValue> found = model.range(key, key, model.revision());
            boolean exists = !found.isEmpty() && found.getFirst().key().equals(key);
            long revision = exists ? found.getFirst().modRevision() : 0;
            guards.add(new Transaction.Guard(
                    key, random.nextInt(4) == 0 ? random.nextLong(model.revision() + 1) : revision));
        }
        Map<String, Transaction.Change> changes = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String key = pick(KEYS, random);
            byte[] value = new byte[random.nextInt(20)];
            random.nextBytes(value);
            changes.put(key, random.nextInt(3) == 0 ? new Transaction.Delete(key) : new Transaction.Put(key, value));
        }
        return new Transaction(guards, List.copyOf(changes.values()));
    }

    private void read(ReferenceStore model, Random random) {
        String prefix = pick(PREFIXES, random);
        String from = random.nextBoolean() ? "" : pick(KEYS, random);
        boolean newest = random.nextBoolean();
        long span = model.revision() - Math.max(1, model.compacted());
        long revision = newest ? 0 : model.revision() - (span == 0 ? 0 : random.nextLong(span + 1));
        int limit = random.nextInt(4);
        List<KeyValue> expected = model.range(prefix, from, newest ? model.revision() : revision);

        Range range = store.range(prefix, from, revision, limit);
        boolean more = limit > 0 && expected.size() > limit;
        assertThat(describe(range.entries())).isEqualTo(describe(more ? expected.subList(0, limit) : expected));
        assertThat(range.more()).isEqualTo(more);
        assertThat(range.revision()).isEqualTo(newest ? model.revision() : revision);
        assertThat(store.count(prefix, from, revision)).isEqualTo(expected.size());
        String key = pick(KEYS, random);
        var byKey = new HashMap<String, KeyValue>();
        model.range("", "", model.revision()).forEach(entry -> byKey.put(entry.key(), entry));
        assertThat(describe(store.get(key).stream().toList()))
                .isEqualTo(byKey.containsKey(key) ? describe(List.of(byKey.get(key))) : List.of());
    }

    private void watch(ReferenceStore model, List<OpenWatch> watches, Random random) {
        long from = model.revision() + 2 - random.nextInt(20);
        String prefix = pick(PREFIXES, random);
        var listener = new RecordingListener();
        if (from < 1) {
            return;
        }
        if (from <= model.compacted()) {
            assertThatThrownBy(() -> store.watch(prefix, from, listener)).isInstanceOf(CompactedException.class);
        } else {
            store.watch(prefix, from, listener);
            watches.add(new OpenWatch(prefix, from, listener));
        }
    }

    private void compact(ReferenceStore model, List<OpenWatch> watches, Random random) {
        // Watches that still replay may rightly lose what is compacted; here none does.
        check(model, watches);
        long revision = Math.max(1, model.revision() - random.nextInt(30));
        store.compact(revision);
        model.compacted(revision);
        assertThat(store.compactedRevision()).isEqualTo(model.compacted());
    }

    private static void check(ReferenceStore model, List<OpenWatch> watches) {
        for (OpenWatch watch : watches) {
            List<WatchEvent> expected = model.events(watch.prefix(), watch.from());
            assertThat(describeEvents(watch.listener().awaitEvents(expected.size())))
                    .isEqualTo(describeEvents(expected));
        }
    }

    private static <T> T pick(List<T> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }

    private static List<String> describe(List<KeyValue> entries) {
        return entries.stream()
                .map(entry -> entry.key() + "@" + entry.createRevision() + "-" + entry.modRevision()
                        + java.util.Arrays.toString(entry.value()))
                .toList();
    }

    private static List<String> describeEvents(List<WatchEvent> events) {
        return events.stream()
                .map(event -> describe(List.of(event.current())) + " after "
                        + describe(event.previous().stream().toList()) + event.deleted())
                .toList();
    }
}
