package dev.archipelago.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.RecordingListener;
import dev.archipelago.store.Store;
import dev.archipelago.store.Transaction;
import dev.archipelago.store.Transaction.Delete;
import dev.archipelago.store.Transaction.Put;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a store finds when it is opened again.
class ReopeningTest {
    @TempDir
    private Path directory;

    private Store store;

    @BeforeEach
    void open() {
        store = EmbeddedStore.open(TestingOptions.in(directory));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void reopen() {
        store.close();
        open();
    }

    @Test
    void stateRevisionsAndHistoryAreThere() {
        put("/a", "one");
        put("/a", "two");
        commit(new Transaction(
                List.of(), List.of(new Put("/c", bytes("x")), new Delete("/a"), new Put("/b", bytes("y")))));
        put("/a", "three");
        var before = new RecordingListener();
        store.watch("", 1, before);
        before.awaitEvents(6);
        List<String> stateBefore = state(0);
        List<String> oldBefore = state(3);

        reopen();

        var after = new RecordingListener();
        store.watch("", 1, after);
        after.awaitEvents(6);
        assertThat(after.log()).isEqualTo(before.log());
        assertThat(state(0)).isEqualTo(stateBefore);
        assertThat(state(3)).isEqualTo(oldBefore);
        assertThat(store.observedRevision()).isEqualTo(5);
        assertThat(put("/d", "next")).isEqualTo(6);
    }

    @Test
    void compactedHistoryStaysForgotten() {
        put("/a", "one");
        put("/b", "one");
        put("/a", "two");
        delete("/b");
        put("/a", "three");
        store.compact(5);

        reopen();

        assertThat(store.compactedRevision()).isEqualTo(5);
        assertThat(state(5)).containsExactly("/a@4 of 2 two");
        assertThat(state(0)).containsExactly("/a@6 of 2 three");
        var listener = new RecordingListener();
        store.watch("", 6, listener);
        listener.awaitEvents(1);
        assertThat(listener.log()).containsExactly("put /a@6 after 4");
    }

    @Test
    void revisionDoesNotGoBackWhenEverythingIsForgotten() {
        put("/a", "one");
        delete("/a");
        store.compact(3);

        reopen();

        assertThat(store.observedRevision()).isEqualTo(3);
        assertThat(state(0)).isEmpty();
        assertThat(put("/a", "new")).isEqualTo(4);
        reopen();
        assertThat(state(0)).containsExactly("/a@4 of 4 new");
    }

    @Test
    void laterKeyOfATransactionIsForgottenAloneAfterReopening() {
        commit(new Transaction(List.of(), List.of(new Put("/a", bytes("1")), new Put("/b", bytes("1")))));
        store.compact(2);
        reopen();
        put("/b", "2");
        store.compact(3);

        reopen();

        assertThat(state(0)).containsExactly("/a@2 of 2 1", "/b@3 of 2 2");
    }

    @Test
    void repeatedReopeningChangesNothing() {
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 100; i++) {
                put("/k" + i % 7, "round " + round + " " + i);
            }
            List<String> before = state(0);
            long revision = store.observedRevision();
            store.compact(revision - 50);
            reopen();
            assertThat(state(0)).isEqualTo(before);
            assertThat(store.observedRevision()).isEqualTo(revision);
            assertThat(store.compactedRevision()).isEqualTo(revision - 50);
        }
    }

    private long put(String key, String value) {
        return commit(new Transaction(List.of(), List.of(new Put(key, bytes(value)))));
    }

    private void delete(String key) {
        commit(new Transaction(List.of(), List.of(new Delete(key))));
    }

    private long commit(Transaction transaction) {
        return ((Outcome.Committed) store.commit(transaction)).revision();
    }

    private List<String> state(long revision) {
        return store.range("", "", revision, 0).entries().stream()
                .map(ReopeningTest::describe)
                .toList();
    }

    private static String describe(KeyValue entry) {
        String value = new String(entry.value(), UTF_8);
        return entry.key() + "@" + entry.modRevision() + " of " + entry.createRevision() + " " + value;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
