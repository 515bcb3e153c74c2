package dev.archipelago.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.Transaction.Delete;
import dev.archipelago.store.Transaction.Guard;
import dev.archipelago.store.Transaction.Put;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every [Store] does for one caller. Nobody else writes while these run.
public abstract class StoreContract {
    protected Store store;

    /// An empty store.
    protected abstract Store open() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void createdKeyReadsBackWithItsRevisions() {
        long before = store.observedRevision();

        long revision = put("/a", "one");

        assertThat(revision).isEqualTo(before + 1);
        KeyValue found = store.get("/a").orElseThrow();
        assertThat(text(found)).isEqualTo("one");
        assertThat(found.createRevision()).isEqualTo(revision);
        assertThat(found.modRevision()).isEqualTo(revision);
        assertThat(store.observedRevision()).isEqualTo(revision);
        assertThat(store.latestRevision()).isEqualTo(revision);
    }

    @Test
    void overwritingKeepsTheCreateRevisionAndDeletingDoesNot() {
        long created = put("/a", "one");
        long written = put("/a", "two");
        assertThat(store.get("/a").orElseThrow().createRevision()).isEqualTo(created);
        assertThat(store.get("/a").orElseThrow().modRevision()).isEqualTo(written);

        commit(Transaction.delete("/a", written));
        assertThat(store.get("/a")).isEmpty();

        long again = put("/a", "three");
        assertThat(store.get("/a").orElseThrow().createRevision()).isEqualTo(again);
    }

    @Test
    void guardsHoldOnlyForTheExactRevision() {
        long created = commit(Transaction.create("/a", bytes("one")));

        assertThat(store.commit(Transaction.create("/a", bytes("x")))).isEqualTo(new Outcome.Refused("/a"));
        assertThat(store.commit(Transaction.replace("/a", bytes("x"), created - 1)))
                .isEqualTo(new Outcome.Refused("/a"));
        assertThat(store.commit(Transaction.replace("/absent", bytes("x"), created)))
                .isEqualTo(new Outcome.Refused("/absent"));
        assertThat(store.commit(Transaction.delete("/a", created + 1))).isEqualTo(new Outcome.Refused("/a"));
        assertThat(text(store.get("/a").orElseThrow())).isEqualTo("one");
        assertThat(store.latestRevision()).isEqualTo(created);

        long replaced = commit(Transaction.replace("/a", bytes("two"), created));
        assertThat(replaced).isEqualTo(created + 1);
        assertThat(commit(Transaction.delete("/a", replaced))).isEqualTo(created + 2);
        assertThat(store.get("/a")).isEmpty();
        assertThat(commit(Transaction.create("/a", bytes("three")))).isEqualTo(created + 3);
    }

    @Test
    void refusalNamesTheFirstGuardThatFailed() {
        long a = put("/a", "one");
        long b = put("/b", "one");
        var changes = List.<Transaction.Change>of(new Put("/c", bytes("x")));

        assertThat(store.commit(new Transaction(List.of(new Guard("/a", a), new Guard("/b", a)), changes)))
                .isEqualTo(new Outcome.Refused("/b"));
        assertThat(store.commit(
                        new Transaction(List.of(new Guard("/a", b), new Guard("/b", b), new Guard("/c", 1)), changes)))
                .isEqualTo(new Outcome.Refused("/a"));
        assertThat(store.commit(
                        new Transaction(List.of(new Guard("/a", a), new Guard("/b", b), new Guard("/c", 1)), changes)))
                .isEqualTo(new Outcome.Refused("/c"));
        assertThat(store.get("/c")).isEmpty();
    }

    @Test
    void transactionChangesManyKeysAtOneRevision() {
        long a = put("/a", "one");
        long b = put("/b", "one");
        var changes =
                List.<Transaction.Change>of(new Put("/a", bytes("two")), new Delete("/b"), new Put("/c", bytes("new")));

        assertThat(store.commit(new Transaction(List.of(new Guard("/a", a), new Guard("/b", a)), changes)))
                .isEqualTo(new Outcome.Refused("/b"));
        assertThat(keys(0)).containsExactly("/a@" + a, "/b@" + b);

        long revision = commit(new Transaction(List.of(new Guard("/a", a), new Guard("/b", b)), changes));
        assertThat(revision).isEqualTo(b + 1);
        assertThat(keys(0)).containsExactly("/a@" + revision, "/c@" + revision);
        assertThat(keys(b)).containsExactly("/a@" + a, "/b@" + b);
    }

    @Test
    void transactionThatChangesNothingTakesNoRevision() {
        long before = put("/a", "one");

        assertThat(commit(new Transaction(List.of(), List.of(new Delete("/absent"), new Delete("/gone")))))
                .isEqualTo(before);
        assertThat(commit(new Transaction(List.of(new Guard("/a", before)), List.of())))
                .isEqualTo(before);
        assertThat(store.commit(new Transaction(List.of(new Guard("/a", 0)), List.of())))
                .isEqualTo(new Outcome.Refused("/a"));
        assertThat(store.latestRevision()).isEqualTo(before);
        assertThat(put("/a", "two")).isEqualTo(before + 1);
    }

    @Test
    void badTransactionsAreRefusedBeforeTheyReachTheStore() {
        assertThatThrownBy(() -> new Transaction(List.of(), List.of(new Delete("/a"), new Put("/a", bytes("x")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/a");
        for (String key : List.of("", "/caf\u00e9", "/a\nb", "/a\u0000")) {
            assertThatThrownBy(() -> Transaction.create(key, bytes("x"))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void valuesMayBeEmptyOrLarge() {
        byte[] large = new byte[1_200_000];
        Arrays.fill(large, (byte) 'x');

        put("/empty", "");
        commit(Transaction.create("/large", large));

        assertThat(store.get("/empty").orElseThrow().value()).isEmpty();
        assertThat(store.get("/large").orElseThrow().value()).isEqualTo(large);
    }

    @Test
    void rangeIsOrderedAndBounded() {
        for (String key : List.of("/p/b", "/p/a/2", "/q", "/p/a", "/p", "/p/a/1", "/p/c")) {
            put(key, "x");
        }

        assertThat(names(store.range("/p/", "", 0, 0))).containsExactly("/p/a", "/p/a/1", "/p/a/2", "/p/b", "/p/c");
        assertThat(names(store.range("/p/a", "", 0, 0))).containsExactly("/p/a", "/p/a/1", "/p/a/2");
        assertThat(names(store.range("/p/", "/p/a/2", 0, 0))).containsExactly("/p/a/2", "/p/b", "/p/c");
        assertThat(names(store.range("/p/", "/p/a/11", 0, 0))).containsExactly("/p/a/2", "/p/b", "/p/c");
        assertThat(names(store.range("/p/", "/q", 0, 0))).isEmpty();
        assertThat(names(store.range("/p/", "/", 0, 0))).hasSize(5);
        assertThat(names(store.range("", "", 0, 0))).hasSize(7);
        assertThat(names(store.range("/r", "", 0, 0))).isEmpty();
        assertThat(store.count("/p/", "", 0)).isEqualTo(5);
        assertThat(store.count("/p/", "/p/a/2", 0)).isEqualTo(3);
    }

    @Test
    void limitCutsAndSaysSo() {
        for (int i = 0; i < 5; i++) {
            put("/p/" + i, "x");
        }
        long revision = store.observedRevision();

        Range first = store.range("/p/", "", 0, 2);
        assertThat(names(first)).containsExactly("/p/0", "/p/1");
        assertThat(first.more()).isTrue();
        assertThat(first.revision()).isEqualTo(revision);
        put("/p/2a", "late");
        commit(Transaction.delete("/p/4", revision));

        Range second = store.range("/p/", "/p/1\u007f", first.revision(), 2);
        assertThat(names(second)).containsExactly("/p/2", "/p/3");
        assertThat(second.more()).isTrue();
        Range third = store.range("/p/", "/p/3\u007f", first.revision(), 2);
        assertThat(names(third)).containsExactly("/p/4");
        assertThat(third.more()).isFalse();
        assertThat(store.range("/p/", "", 0, 5).more()).isFalse();
    }

    @Test
    void oldRevisionsShowTheStateOfTheirTime() {
        long empty = store.observedRevision();
        long one = put("/a", "one");
        long two = put("/a", "two");
        long other = put("/b", "x");
        long gone = commit(Transaction.delete("/a", two));
        long back = put("/a", "three");

        assertThat(keys(one)).containsExactly("/a@" + one);
        assertThat(keys(two)).containsExactly("/a@" + two);
        assertThat(keys(other)).containsExactly("/a@" + two, "/b@" + other);
        assertThat(keys(gone)).containsExactly("/b@" + other);
        assertThat(keys(back)).containsExactly("/a@" + back, "/b@" + other);
        assertThat(store.count("/", "", other)).isEqualTo(2);
        assertThat(store.count("/", "", gone)).isEqualTo(1);
        assertThat(text(store.range("/", "", one, 0).entries().getFirst())).isEqualTo("one");
        assertThat(keys(empty)).isEmpty();
        assertThatThrownBy(() -> store.range("/", "", back + 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void compactionForgetsWhatWasReplaced() {
        long one = put("/a", "one");
        long other = put("/b", "x");
        long two = put("/a", "two");
        long gone = commit(Transaction.delete("/b", other));
        long three = put("/a", "three");

        store.compact(gone);

        assertThat(store.compactedRevision()).isEqualTo(gone);
        assertThat(keys(gone)).containsExactly("/a@" + two);
        assertThat(keys(0)).containsExactly("/a@" + three);
        for (long revision : List.of(one, two)) {
            assertThatThrownBy(() -> store.range("/", "", revision, 0))
                    .isInstanceOfSatisfying(
                            CompactedException.class,
                            e -> assertThat(e.compactedRevision()).isEqualTo(gone));
        }
        assertThatThrownBy(() -> store.count("/", "", one)).isInstanceOf(CompactedException.class);
        assertThatThrownBy(() -> store.watch("/", gone, new RecordingListener()))
                .isInstanceOf(CompactedException.class);
        assertThatThrownBy(() -> store.compact(three + 1)).isInstanceOf(IllegalArgumentException.class);

        var listener = new RecordingListener();
        store.watch("/", gone + 1, listener);
        listener.awaitEvents(1);
        assertThat(listener.log()).containsExactly("put /a@" + three + " after " + two);

        store.compact(one);
        assertThat(store.compactedRevision()).isEqualTo(gone);
        store.compact(three);
        assertThat(keys(0)).containsExactly("/a@" + three);
        assertThat(put("/b", "again")).isEqualTo(three + 1);
    }

    @Test
    void awaitObservedReturnsWhenTheRevisionIsReached() throws Exception {
        long before = put("/a", "one");
        assertThat(store.awaitObserved(before, Duration.ZERO)).isTrue();
        assertThat(store.awaitObserved(before + 1, Duration.ofMillis(20))).isFalse();

        var waiters = new ArrayList<CompletableFuture<Boolean>>();
        for (int i = 1; i <= 3; i++) {
            long target = before + i;
            waiters.add(CompletableFuture.supplyAsync(() -> awaitObserved(target), Thread::startVirtualThread));
        }
        for (int i = 0; i < 3; i++) {
            put("/a", "more");
        }
        for (CompletableFuture<Boolean> waiter : waiters) {
            assertThat(waiter.get()).isTrue();
        }
    }

    private boolean awaitObserved(long revision) {
        try {
            return store.awaitObserved(revision, Duration.ofSeconds(20));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void interruptedCallerStillLearnsTheOutcome() {
        Thread.currentThread().interrupt();
        try {
            assertThat(store.commit(Transaction.create("/a", bytes("x")))).isInstanceOf(Outcome.Committed.class);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(store.get("/a")).isPresent();
    }

    @Test
    void closedStoreTakesNoWritesAndNoWatches() {
        put("/a", "one");
        store.close();

        assertThatThrownBy(() -> put("/a", "two"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> store.watch("/", 1_000_000, new RecordingListener()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("closed");
        store.close();
    }

    protected long put(String key, String value) {
        return commit(new Transaction(List.of(), List.of(new Put(key, bytes(value)))));
    }

    protected long commit(Transaction transaction) {
        return ((Outcome.Committed) store.commit(transaction)).revision();
    }

    protected List<String> keys(long revision) {
        return store.range("/", "", revision, 0).entries().stream()
                .map(entry -> entry.key() + "@" + entry.modRevision())
                .toList();
    }

    private static List<String> names(Range range) {
        return range.entries().stream().map(KeyValue::key).toList();
    }

    protected static String text(KeyValue keyValue) {
        return new String(keyValue.value(), UTF_8);
    }

    protected static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
