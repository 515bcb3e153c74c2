package dev.archipelago.store.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.CompactedException;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.RecordingListener;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import dev.archipelago.store.Transaction.Delete;
import dev.archipelago.store.Transaction.Put;
import dev.archipelago.testing.TestingEtcd;
import dev.archipelago.testing.TestingProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Several stores on one etcd, and stores that come and go.
class EtcdSharingIT {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static TestingEtcd etcd;

    private final String prefix = "/shared" + NEXT.incrementAndGet() + "/";

    @BeforeAll
    static void startEtcd() {
        etcd = TestingEtcd.start(1);
    }

    @AfterAll
    static void stopEtcd() {
        if (etcd != null) {
            etcd.close();
        }
    }

    @Test
    void storesSeeEachOthersWritesAndWatches() {
        try (Store one = open();
                Store other = open()) {
            var listener = new RecordingListener();
            other.watch("/", other.observedRevision() + 1, listener);

            long first = put(one, "/a", "1");
            listener.awaitRevision(first);
            assertThat(text(other, "/a")).isEqualTo("1");
            assertThat(other.commit(Transaction.create("/a", bytes("2")))).isEqualTo(new Outcome.Refused("/a"));
            long second = commit(other, Transaction.replace("/a", bytes("2"), first));
            assertThat(one.commit(Transaction.delete("/a", first))).isEqualTo(new Outcome.Refused("/a"));
            assertThat(text(one, "/a")).isEqualTo("2");
            long third = commit(one, Transaction.delete("/a", second));

            listener.awaitRevision(third);
            assertThat(listener.log())
                    .containsExactly(
                            "put /a@" + first,
                            "put /a@" + second + " after " + first,
                            "delete /a@" + third + " after " + second);
        }
    }

    @Test
    void readAtTheLatestRevisionSeesWhatAnyoneWasAcknowledged() throws Exception {
        try (Store one = open();
                Store other = open()) {
            for (int i = 0; i < 200; i++) {
                put(one, "/a", Integer.toString(i));
                assertThat(other.awaitObserved(other.latestRevision(), Duration.ofSeconds(10)))
                        .isTrue();
                assertThat(text(other, "/a")).isEqualTo(Integer.toString(i));
            }
        }
    }

    @Test
    void concurrentCallersShareTheQuestionForTheLatestRevision() {
        try (Store one = open()) {
            long written = put(one, "/a", "1");
            List<CompletableFuture<Long>> answers = java.util.stream.IntStream.range(0, 500)
                    .mapToObj(i -> CompletableFuture.supplyAsync(one::latestRevision, Thread::startVirtualThread))
                    .toList();
            answers.forEach(answer -> assertThat(answer.join()).isGreaterThanOrEqualTo(written));
        }
    }

    @Test
    void revisionsOfOthersAreObservedToo() throws Exception {
        try (Store one = open();
                Store foreign = EtcdStore.open(EtcdOptions.at(etcd.endpoints()).withPrefix("/foreign/"))) {
            var listener = new RecordingListener();
            one.watch("", one.observedRevision() + 1, listener);
            long elsewhere = put(foreign, "/x", "1");

            assertThat(one.latestRevision()).isEqualTo(elsewhere);
            assertThat(one.awaitObserved(elsewhere, Duration.ofSeconds(10))).isTrue();

            assertThat(one.get("/x")).isEmpty();
            assertThat(one.count("", "", 0)).isZero();
            long own = put(one, "/y", "1");
            listener.awaitRevision(own);
            assertThat(listener.log()).containsExactly("put /y@" + own);
        }
    }

    @Test
    void reopenedStoreCanBeWatchedFromWhereItStood() {
        long first;
        List<String> before;
        try (Store one = open()) {
            first = put(one, "/a", "1");
            for (int i = 0; i < 600; i++) {
                put(one, "/k" + i, "x");
            }
            put(one, "/a", "2");
            before = state(one);
        }
        try (Store again = open()) {
            assertThat(state(again)).isEqualTo(before);
            var listener = new RecordingListener();
            again.watch("/a", first, listener);
            listener.awaitEvents(2);
            assertThat(listener.log().getFirst()).isEqualTo("put /a@" + first);
        }
    }

    @Test
    void stateOfManyPagesIsReadAtOpening() {
        List<String> before;
        try (Store one = open()) {
            for (int i = 0; i < 6; i++) {
                var changes = new ArrayList<Transaction.Change>();
                for (int k = 0; k < 100; k++) {
                    changes.add(new Put("/" + i + "/" + k, bytes("x")));
                }
                commit(one, new Transaction(List.of(), changes));
            }
            one.compact(one.observedRevision());
            before = state(one);
        }
        try (Store again = open()) {
            assertThat(before).hasSize(600);
            assertThat(state(again)).isEqualTo(before);
        }
    }

    @Test
    void storeOpensOnACompactedEtcd() {
        long compacted;
        try (Store one = open()) {
            put(one, "/a", "1");
            compacted = put(one, "/a", "2");
            put(one, "/a", "3");
            one.compact(compacted);
        }
        try (Store again = open()) {
            assertThat(again.compactedRevision()).isEqualTo(compacted);
            assertThat(text(again, "/a")).isEqualTo("3");
            assertThatThrownBy(() -> again.watch("/", compacted, new RecordingListener()))
                    .isInstanceOf(CompactedException.class);
            var listener = new RecordingListener();
            again.watch("/", compacted + 1, listener);
            listener.awaitEvents(1);
        }
    }

    @Test
    void etcdIsCompactedFromTimeToTime() throws Exception {
        try (Store one = EtcdStore.open(options().withCompactionInterval(Duration.ofMillis(50)))) {
            long first = put(one, "/a", "1");
            put(one, "/a", "2");
            try (var endpoints = new Endpoints(options())) {
                var client = new EtcdClient(endpoints, new KeySpace(prefix), Duration.ofSeconds(5));
                while (client.readable(first - 1)) {
                    Thread.sleep(20);
                }
            }
        }
    }

    @Test
    void replicaThatMissedACompactionCatchesUpByTheDifference() {
        try (var proxy = new TestingProxy(etcd.member(0).endpoint());
                Store cutOff =
                        EtcdStore.open(EtcdOptions.at(List.of(proxy.endpoint())).withPrefix(prefix));
                Store writer = open()) {
            long kept = put(writer, "/kept", "1");
            long changed = put(writer, "/changed", "1");
            long gone = put(writer, "/gone", "1");
            long renewed = put(writer, "/renewed", "1");
            var listener = new RecordingListener();
            cutOff.watch("", kept, listener);
            listener.awaitRevision(renewed);

            proxy.cut();
            long changedAgain = put(writer, "/changed", "2");
            commit(writer, new Transaction(List.of(), List.of(new Delete("/renewed"), new Delete("/gone"))));
            put(writer, "/fleeting", "1");
            long anew = put(writer, "/renewed", "2");
            commit(writer, new Transaction(List.of(), List.of(new Delete("/fleeting"))));
            long last = put(writer, "/new", "1");
            writer.compact(last);
            proxy.mend();

            listener.awaitEvents(9);
            assertThat(listener.log().subList(4, 9))
                    .containsExactly(
                            "put /changed@" + changedAgain + " after " + changed,
                            "delete /renewed@" + (anew - 1) + " after " + renewed,
                            "put /renewed@" + anew,
                            "delete /gone@" + last + " after " + gone,
                            "put /new@" + last);
            assertThat(state(cutOff)).isEqualTo(state(writer));
            long next = put(cutOff, "/next", "1");
            listener.awaitRevision(next);
            assertThat(cutOff.compactedRevision()).isEqualTo(last);
        }
    }

    @Test
    void unreachableEtcdIsSaidAtOpening() {
        String nowhere;
        try (var proxy = new TestingProxy(etcd.member(0).endpoint())) {
            nowhere = proxy.endpoint();
        }

        assertThatThrownBy(() -> EtcdStore.open(EtcdOptions.at(List.of(nowhere)).withTimeout(Duration.ofSeconds(1))))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("etcd at " + nowhere + " does not answer: ");
        assertThatThrownBy(() -> EtcdStore.open(EtcdOptions.at(List.of("nonsense"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nonsense");
    }

    private EtcdOptions options() {
        return EtcdOptions.at(etcd.endpoints()).withPrefix(prefix);
    }

    private Store open() {
        return EtcdStore.open(options());
    }

    private static long put(Store store, String key, String value) {
        return commit(store, new Transaction(List.of(), List.of(new Put(key, bytes(value)))));
    }

    private static long commit(Store store, Transaction transaction) {
        return ((Outcome.Committed) store.commit(transaction)).revision();
    }

    private static List<String> state(Store store) {
        return store.range("", "", 0, 0).entries().stream()
                .map(KeyValue::toString)
                .toList();
    }

    private static String text(Store store, String key) {
        return new String(store.get(key).orElseThrow().value(), UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
